// Answers GET ?remove_item={line key}&_wpnonce= on any page.

import { pageRequests } from "#http/guards/nonce-actions.ts";
import { getCart } from "#shop/cart/carts.ts";
import { removeLine } from "#shop/cart/lines/remove-line.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { textOf } from "../../wc-ajax/fields.ts";
import { addPageExpiredNotice, removedNotice } from "../../wc-ajax/notices.ts";
import { referringPage, undoPageOf } from "../return-paths.ts";

/** Returns the path of the page that showed the link. With an invalid nonce it only adds a notice and returns undefined. */
export async function removeItemRequest(call: Call): Promise<string | undefined> {
  const { db, clock, visit, fields } = call;
  if (!(await visit.hasValidNonce(pageRequests.remove_item, fields))) {
    await addPageExpiredNotice(call);
    return undefined;
  }
  const session = await visit.session.find();
  const lineKey = textOf(fields, "remove_item");
  const { settings, zones } = await visit.facts();
  const before = session && (await getCart(db, session.id, settings, clock.now(), { zones }));
  const line = before?.lines.find(({ key }) => key === lineKey);
  if (session && line) {
    await removeLine(db, session.id, lineKey, clock.now());
    const isGone = before?.problems.some((problem) => problem.lineKey === lineKey && problem.code === "out_of_stock");
    const undoNonce = isGone ? null : await visit.nonce("woocommerce-cart");
    const removed = { lineKey, name: line.name, quantity: 0, wanted: 0 };
    const notice = removedNotice(removed, undoNonce, undoPageOf(call));
    if (notice) await visit.addNotice(notice);
  }
  return referringPage(call, { removed_item: "1" });
}
