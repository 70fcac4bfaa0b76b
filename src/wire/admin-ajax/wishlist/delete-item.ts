// Answers POST action=delete_item: item_id (the item's own id), fragments.
import { Refusal } from "#shop/refusal.ts";
import { removeItem } from "#shop/wishlist/change-items.ts";
import type { Call, CallAnswer } from "../../wc-ajax/entrance.ts";
import { idOf } from "../../wc-ajax/fields.ts";
import { renderedFragments } from "./rendered-fragments.ts";
import { answerUnlessRefused, resultFalse, translatorOf } from "./wishlist-answers.tsx";

/** An item of somebody else gets the same answer as none. */
export async function answerDeleteItem(call: Call): Promise<CallAnswer> {
  const { db, visit, fields } = call;
  return answerUnlessRefused(async () => {
    const itemId = idOf(fields, "item_id");
    if (itemId === undefined) throw new Refusal("wishlist_item_unknown");
    await removeItem(db, await visit.wishlists.ownerId(), itemId);
    await visit.wishlists.findAgain();
    const t = await translatorOf(visit);
    return { json: { result: true, message: t("notices.wishlist.removed"), fragments: await renderedFragments(call) } };
  }, resultFalse);
}
