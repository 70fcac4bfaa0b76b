// Answers POST action=remove_from_wishlist: remove_from_wishlist (the row's product), wishlist_id, wishlist_token, fragments.
import type { Call, CallAnswer } from "../../wc-ajax/entrance.ts";
import { removeWished } from "./remove-wished.ts";
import { renderedFragments } from "./rendered-fragments.ts";
import { answerUnlessRefused, noFragments } from "./wishlist-answers.tsx";

/** The text about the removal is a notice, which the rendered wishlist shows. */
export async function answerRemoveFromWishlist(call: Call): Promise<CallAnswer> {
  return answerUnlessRefused(async () => {
    await call.visit.addNotice(await removeWished(call));
    return { json: { fragments: await renderedFragments(call) } };
  }, noFragments);
}
