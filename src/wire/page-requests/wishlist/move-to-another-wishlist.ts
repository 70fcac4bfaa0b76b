// Answers POST ?move_to_another_wishlist={origin's token}&move_to_another_wishlist_nonce=: row_id (product) and new_wishlist_id.
import { Refusal } from "#shop/refusal.ts";
import { moveItems } from "#shop/wishlist/change-items.ts";
import { nameOf } from "#storefront/wishlist/fragments/wishlist-view.ts";
import { translatorOf } from "../../admin-ajax/wishlist/wishlist-answers.tsx";
import { namedListOf, targetOf } from "../../admin-ajax/wishlist/wishlist-fields.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { idOf } from "../../wc-ajax/fields.ts";
import { done, type FormResult } from "./wishlist-form.ts";

/** @throws Refusal wishlist_unknown, wishlist_item_unknown, and what `moveItems` refuses */
export async function moveToAnotherRequest(call: Call): Promise<FormResult> {
  const { db, clock, visit, fields } = call;
  const id = idOf(fields, "row_id");
  const to = await targetOf(call, "new_wishlist_id");
  if (id === undefined || to === "default") throw new Refusal("wishlist_item_unknown");
  const from = namedListOf(fields, "move_to_another_wishlist");
  const move = { from, to, productIds: [id] };
  const destination = await moveItems(db, await visit.wishlists.ownerId(), move, clock.now());
  await visit.wishlists.findAgain();
  const name = nameOf(destination, await translatorOf(visit));
  return { notices: [done("notices.wishlist.moved", { name })] };
}
