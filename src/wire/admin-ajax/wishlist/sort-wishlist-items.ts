// Answers POST action=sort_wishlist_items with an empty body: positions[] (product ids in order), wishlist_token, page, per_page.

import { sortItems } from "#shop/wishlist/change-items.ts";
import { wishlistLimits } from "#shop/wishlist/wishlist.rules.ts";
import type { Call, CallAnswer } from "../../wc-ajax/entrance.ts";
import { type Fields, idOf } from "../../wc-ajax/fields.ts";
import { answerUnlessRefused, nothing } from "./wishlist-answers.tsx";
import { namedListOf } from "./wishlist-fields.ts";

export async function answerSortItems({ db, visit, fields }: Call): Promise<CallAnswer> {
  return answerUnlessRefused(async () => {
    const [page, perPage] = [idOf(fields, "page") ?? 1, idOf(fields, "per_page") ?? 0];
    const offset = Math.min((page - 1) * perPage, wishlistLimits.maxItems);
    const ref = namedListOf(fields, "wishlist_token");
    await sortItems(db, await visit.wishlists.ownerId(), { ref, productIds: positionsOf(fields), offset });
    await visit.wishlists.findAgain();
    return nothing;
  }, nothing);
}

/** Returns the ids of the field `positions[]`, at most as many as a list can hold. */
function positionsOf(fields: Fields): number[] {
  const value = Object.hasOwn(fields, "positions[]") ? fields["positions[]"] : [];
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  const ids = texts.slice(0, wishlistLimits.maxItems).map((text) => idOf({ text }, "text"));
  return ids.filter((id) => id !== undefined);
}
