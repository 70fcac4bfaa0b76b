import type { Visit } from "#http/visit/visit.ts";
import type { Notice } from "#shop/accounts/sessions/sessions.ts";
import { type RemovedItem, removeFromWishlist } from "#shop/wishlist/change-items.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { idOf } from "../../wc-ajax/fields.ts";
import { listOf } from "./wishlist-fields.ts";

/**
 * Removes the product of `remove_from_wishlist` from the visitor's list: that of `wishlist_id`, else of `wishlist_token`,
 * else the default one. @returns the notice about it @throws Refusal wishlist_unknown if it is not the visitor's list
 */
export async function removeWished({ db, visit, fields }: Call): Promise<Notice> {
  const list = listOf(fields, "wishlist_id") ?? listOf(fields, "wishlist_token");
  const id = idOf(fields, "remove_from_wishlist");
  const [removed] = await removeFromWishlist(db, await visit.wishlists.ownerId(), list, id === undefined ? [] : [id]);
  await visit.wishlists.findAgain();
  if (!removed) return { kind: "error", messageKey: "notices.wishlist.notRemoved", values: {} };
  return { kind: "success", messageKey: "notices.wishlist.removed", values: await undoValues(visit, removed) };
}

/** Returns the values of the link that adds the product again. None for a saved choice, which the link could not restore. */
async function undoValues(
  visit: Visit,
  { productId, wishlistId, quantity, attributes }: RemovedItem,
): Promise<Notice["values"]> {
  if (Object.keys(attributes).length > 0) return {};
  const undoNonce = await visit.nonce("add_to_wishlist");
  return { undoWish: productId, undoList: wishlistId, undoQuantity: quantity, undoNonce };
}
