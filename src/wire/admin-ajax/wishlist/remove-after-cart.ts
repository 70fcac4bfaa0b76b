import { removeFromWishlist } from "#shop/wishlist/change-items.ts";
import { wishlistRef } from "#shop/wishlist/wishlists.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { hasField, idOf, textOf } from "../../wc-ajax/fields.ts";

/**
 * Removes a product that was added to the cart from the wishlist that it was added from: the fields
 * `remove_from_wishlist_after_add_to_cart` (the row's product) and `wishlist_id`. Only from a list of the visitor, and only
 * if the setting says so.
 */
export async function removeAfterCart({ db, visit, fields }: Call): Promise<void> {
  if (!hasField(fields, "remove_from_wishlist_after_add_to_cart")) return;
  const productId = idOf(fields, "remove_from_wishlist_after_add_to_cart");
  const ref = wishlistRef(textOf(fields, "wishlist_id").trim());
  const { settings } = await visit.facts();
  if (productId === undefined || !ref || settings.wishlist_remove_after_cart === "no") return;
  const own = await visit.wishlists.find();
  if (!own?.lists.some((list) => ("id" in ref ? list.id === ref.id : list.token === ref.token))) return;
  await removeFromWishlist(db, own.ownerId, ref, [productId]);
  await visit.wishlists.findAgain();
}
