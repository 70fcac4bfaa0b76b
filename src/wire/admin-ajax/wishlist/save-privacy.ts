// Answers POST action=save_privacy: wishlist_id, privacy (0 public, 1 shared, 2 private), fragments.
import { setWishlistPrivacy } from "#shop/wishlist/change-wishlist.ts";
import { privacyOf } from "#shop/wishlist/wishlist.rules.ts";
import type { Call, CallAnswer } from "../../wc-ajax/entrance.ts";
import { textOf } from "../../wc-ajax/fields.ts";
import { renderedFragments } from "./rendered-fragments.ts";
import { answerUnlessRefused, resultFalse } from "./wishlist-answers.tsx";
import { namedListOf } from "./wishlist-fields.ts";

export async function answerSavePrivacy(call: Call): Promise<CallAnswer> {
  const { db, visit, fields } = call;
  const privacy = privacyOf(textOf(fields, "privacy"));
  if (privacy === undefined) return resultFalse;
  return answerUnlessRefused(async () => {
    await setWishlistPrivacy(db, await visit.wishlists.ownerId(), namedListOf(fields, "wishlist_id"), privacy);
    await visit.wishlists.findAgain();
    return { json: { result: true, fragments: await renderedFragments(call) } };
  }, resultFalse);
}
