// Answers GET ?undo_item={line key}&_wpnonce= on any page.

import { pageRequests } from "#http/nonce-actions.ts";
import { hasValidNonce } from "#http/nonce-check.ts";
import { restoreLine } from "#shop/cart/lines/restore-line.ts";
import { Refusal } from "#shop/refusal.ts";
import type { Call } from "../wc-ajax/entrance.ts";
import { textOf } from "../wc-ajax/fields.ts";
import { leaveNotice, restoredNotice, unrestoredNotice } from "../wc-ajax/refusal-notice.ts";
import { tellPageIsOld } from "./old-page.ts";
import { referringPage } from "./referring-page.ts";

/**
 * Leads back to where the link stood, whether or not there was something to put back: a link that is followed again says
 * nothing. Without a nonce of this visitor nothing happens: the page says so, with the link as it works for him.
 */
export async function undoItemRequest(call: Call): Promise<string | undefined> {
  const { db, clock, nonces, visitors, request, reply, fields } = call;
  const lineKey = textOf(fields, "undo_item");
  const holder = await visitors.nonceHolder(request, reply);
  if (!hasValidNonce(nonces, pageRequests.undo_item, fields, holder)) {
    const undo = { undoKey: lineKey, undoNonce: nonces.create("woocommerce-cart", holder) };
    await tellPageIsOld(call, /^[0-9a-f]{32}$/.test(lineKey) ? undo : {});
    return undefined;
  }
  const session = await visitors.find(request, reply);
  try {
    const change = session && (await restoreLine(db, session.id, lineKey, clock.now()));
    const held = change && restoredNotice(change);
    if (held) await leaveNotice(call, held);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "cart_full") await leaveNotice(call, unrestoredNotice(error));
  }
  return referringPage(call);
}
