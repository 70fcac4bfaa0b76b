// Answers POST action=save_title: wishlist_id (a number or a token), title, fragments.
import { renameWishlist } from "#shop/wishlist/change-wishlist.ts";
import type { Call, CallAnswer } from "../../wc-ajax/entrance.ts";
import { textOf } from "../../wc-ajax/fields.ts";
import { renderedFragments } from "./rendered-fragments.ts";
import { answerUnlessRefused, resultFalse } from "./wishlist-answers.tsx";
import { namedListOf } from "./wishlist-fields.ts";

export async function answerSaveTitle(call: Call): Promise<CallAnswer> {
  const { db, visit, fields } = call;
  return answerUnlessRefused(async () => {
    const list = namedListOf(fields, "wishlist_id");
    await renameWishlist(db, await visit.wishlists.ownerId(), list, textOf(fields, "title"));
    await visit.wishlists.findAgain();
    return { json: { result: true, fragments: await renderedFragments(call) } };
  }, resultFalse);
}
