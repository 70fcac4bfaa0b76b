// Answers POST action=move_to_another_wishlist: wishlist_token (origin), destination_wishlist_token (a token or "new"), item_id
// (the row's product), wishlist_name, wishlist_visibility, fragments.
import { Refusal } from "#shop/refusal.ts";
import { moveItems } from "#shop/wishlist/change-items.ts";
import { nameOf } from "#storefront/wishlist/fragments/wishlist-view.ts";
import type { Call, CallAnswer } from "../../wc-ajax/entrance.ts";
import { idOf } from "../../wc-ajax/fields.ts";
import { renderedFragments } from "./rendered-fragments.ts";
import { escapedText, translatorOf, userWishlists } from "./wishlist-answers.tsx";
import { namedListOf, targetOf } from "./wishlist-fields.ts";

export async function answerMoveToAnother(call: Call): Promise<CallAnswer> {
  const { visit } = call;
  const name = await movedTo(call);
  const t = await translatorOf(visit);
  return {
    json: {
      result: name !== undefined,
      fragments: await renderedFragments(call),
      user_wishlists: await userWishlists(visit),
      message: name === undefined ? "" : escapedText(t("notices.wishlist.moved", { name: nameOf({ name }, t) })),
    },
  };
}

/** Moves the product. @returns the name of the list that it is in now; undefined if it was not moved */
async function movedTo(call: Call): Promise<string | undefined> {
  const { db, clock, visit, fields } = call;
  try {
    const from = namedListOf(fields, "wishlist_token");
    const to = await targetOf(call, "destination_wishlist_token");
    const id = idOf(fields, "item_id");
    if (to === "default" || id === undefined) throw new Refusal("wishlist_item_unknown");
    const ownerId = await visit.wishlists.ownerId();
    const destination = await moveItems(db, ownerId, { from, to, productIds: [id] }, clock.now());
    await visit.wishlists.findAgain();
    return destination.name;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return undefined;
  }
}
