// Answers GET ?undo_item={line key}&_wpnonce= on any page.

import { pageRequests } from "#http/guards/nonce-actions.ts";
import { restoreLine } from "#shop/cart/lines/restore-line.ts";
import { Refusal } from "#shop/refusal.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { textOf } from "../../wc-ajax/fields.ts";
import { addPageExpiredNotice, restoredNotice, unrestoredNotice } from "../../wc-ajax/notices.ts";
import { referringPage } from "../return-paths.ts";

/**
 * Returns the path of the page that showed the link, also if there was nothing left to restore, so that following the link
 * twice is harmless. With an invalid nonce it only adds a notice with a fresh undo link and returns undefined.
 */
export async function undoItemRequest(call: Call): Promise<string | undefined> {
  const { db, clock, visit, fields } = call;
  const lineKey = textOf(fields, "undo_item");
  if (!(await visit.hasValidNonce(pageRequests.undo_item, fields))) {
    const undo = { undoKey: lineKey, undoNonce: await visit.nonce("woocommerce-cart") };
    await addPageExpiredNotice(call, /^[0-9a-f]{32}$/.test(lineKey) ? undo : {});
    return undefined;
  }
  const session = await visit.session.find();
  try {
    const change = session && (await restoreLine(db, session.id, lineKey, clock.now()));
    const held = change && restoredNotice(change);
    if (held) await visit.addNotice(held);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "cart_full") await visit.addNotice(unrestoredNotice(error));
  }
  return referringPage(call);
}
