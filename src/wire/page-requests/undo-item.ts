// Answers GET ?undo_item={line key}&_wpnonce= on any page.

import { pageRequests } from "#http/nonce-actions.ts";
import { hasValidNonce } from "#http/nonce-check.ts";
import { restoreLine } from "#shop/cart/restore-line.ts";
import { Refusal } from "#shop/refusal.ts";
import type { Call } from "../wc-ajax/entrance.ts";
import { textOf } from "../wc-ajax/fields.ts";
import { referringPage } from "./referring-page.ts";

/** Leads back to where the link stood, whether or not there was something to put back. */
export async function undoItemRequest(call: Call): Promise<string | undefined> {
  const { db, nonces, visitors, request, reply, fields } = call;
  const holder = await visitors.nonceHolder(request, reply);
  if (!hasValidNonce(nonces, pageRequests.undo_item, fields, holder)) return undefined;
  const session = await visitors.find(request, reply);
  try {
    if (session) await restoreLine(db, session.id, textOf(fields, "undo_item"));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return referringPage(call);
}
