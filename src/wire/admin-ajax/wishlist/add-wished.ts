import { Refusal } from "#shop/refusal.ts";
import type { AddedToWishlist } from "#shop/wishlist/add-to-wishlist.ts";
import { wishedOffer } from "#shop/wishlist/wished-offer.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { idOf, quantityOf } from "../../wc-ajax/fields.ts";
import { isSignedIn, targetOf } from "./wishlist-fields.ts";

/**
 * Adds what the fields `add_to_wishlist`, `wishlist_id`, `wishlist_name`, `wishlist_visibility` and `quantity` say.
 * @throws Refusal wishlist_needs_account, product_unknown, and what `targetOf` and `addToWishlist` refuse
 */
export async function addWished(call: Call): Promise<AddedToWishlist> {
  const { visit, cartProducts, clock, fields } = call;
  const { settings } = await visit.facts();
  if (settings.wishlist_guests === "no" && !(await isSignedIn(visit))) throw new Refusal("wishlist_needs_account");
  const id = idOf(fields, "add_to_wishlist");
  if (id === undefined) throw new Refusal("product_unknown");
  const target = await targetOf(call, "wishlist_id");
  const offer = wishedOffer(await cartProducts.findToAdd(id), id, settings, clock.now());
  return visit.wishlists.add(target, { ...offer, quantity: quantityOf(fields, "quantity") });
}
