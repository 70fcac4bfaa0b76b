// Answers POST action=remove_from_all_wishlists: prod_id, wishlist_id (empty: all lists), fragments.
import { removeFromAllWishlists, removeFromWishlist } from "#shop/wishlist/change-items.ts";
import type { Call, CallAnswer } from "../../wc-ajax/entrance.ts";
import { idOf } from "../../wc-ajax/fields.ts";
import { renderedFragments } from "./rendered-fragments.ts";
import { answerUnlessRefused, resultFalse } from "./wishlist-answers.tsx";
import { listOf } from "./wishlist-fields.ts";

/** The result is true also if no list had the product. */
export async function answerRemoveFromAll(call: Call): Promise<CallAnswer> {
  const { db, visit, fields } = call;
  const productId = idOf(fields, "prod_id");
  if (productId === undefined) return resultFalse;
  return answerUnlessRefused(async () => {
    const list = listOf(fields, "wishlist_id");
    const own = await visit.wishlists.find();
    if (list) await removeFromWishlist(db, await visit.wishlists.ownerId(), list, [productId]);
    else if (own) await removeFromAllWishlists(db, own.ownerId, productId);
    if (own) await visit.wishlists.findAgain();
    return { json: { result: true, fragments: await renderedFragments(call) } };
  }, resultFalse);
}
