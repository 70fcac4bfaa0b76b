import type { AddedLine } from "#shop/cart/lines/put-answer.ts";
import { Refusal } from "#shop/refusal.ts";
import { removeFromWishlist } from "#shop/wishlist/change-items.ts";
import { wishlistRef } from "#shop/wishlist/wishlists.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { hasField, idOf, textOf } from "../../wc-ajax/fields.ts";

/**
 * Removes a product that was added to the cart from the wishlist that it was added from: the fields
 * `remove_from_wishlist_after_add_to_cart` (the row's product) and `wishlist_id`. Only what was added, from a list of the
 * visitor, and only if the setting says so; for a link only if one of our own pages sent it, because it has no nonce.
 * @param requested the product that the call names
 */
export async function removeAfterCart(
  { db, visit, fields }: Call,
  requested: number,
  added: readonly AddedLine[],
): Promise<void> {
  if (!hasField(fields, "remove_from_wishlist_after_add_to_cart")) return;
  if (visit.request.method !== "POST" && !visit.isSameOrigin) return;
  const productId = idOf(fields, "remove_from_wishlist_after_add_to_cart");
  const ids = [requested, ...added.flatMap(({ productId, variationId }) => [productId, variationId])];
  if (!ids.some((id) => id === productId)) return;
  const ref = wishlistRef(textOf(fields, "wishlist_id").trim());
  const { settings } = await visit.facts();
  if (productId === undefined || !ref || settings.wishlist_remove_after_cart === "no") return;
  const own = await visit.wishlists.find();
  if (!own?.lists.some((list) => ("id" in ref ? list.id === ref.id : list.token === ref.token))) return;
  try {
    await removeFromWishlist(db, own.ownerId, ref, [productId]);
  } catch (error) {
    // The list was deleted meanwhile, and its product with it. The add has succeeded, so nothing is refused.
    if (!(error instanceof Refusal)) throw error;
  }
  await visit.wishlists.findAgain();
}
