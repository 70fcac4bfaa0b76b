// Answers the form on a guest's order-received page that mails the order's link: email, with the nonce chowk-order-link-nonce.
import { pageRequests } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { requestOrderLink } from "#shop/orders/request-order-link.ts";
import { Refusal } from "#shop/refusal.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { lineOf, textOf } from "../../wc-ajax/fields.ts";
import { addPageExpiredNotice, refusalNotice } from "../../wc-ajax/notices.ts";

/** Returns the order's path. */
export async function sendOrderLinkRequest(call: Call): Promise<string | undefined> {
  const { db, clock, visit, fields } = call;
  const id = Number(/^\/checkout\/order-received\/(\d{1,15})\/?$/.exec(visit.path)?.[1]);
  if (visit.request.method !== "POST" || Number.isNaN(id)) return undefined;
  const key = textOf(fields, "key");
  const target = routes.orderReceived(id, key);
  if (!(await visit.hasValidNonce(pageRequests.send_order_link, fields))) {
    await addPageExpiredNotice(call);
    return target;
  }
  const session = await visit.session.find();
  const viewer = { id, key, userId: session?.user?.id ?? null, sessionId: session?.id ?? null };
  const email = lineOf(fields, "email");
  try {
    await requestOrderLink(db, viewer, { email, from: visit.request.ip }, clock.now());
    await visit.addNotice({ kind: "success", messageKey: "orders.linkSent", values: { email } });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Visitors who may not see the order must not learn that it exists.
    if (error.code !== "order_unknown") await visit.addNotice(refusalNotice(error));
  }
  return target;
}
