// Answers the verification form on a guest's order-received page: email or phone, with the nonce check_submission.
import { pageRequests } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { answerForOrder, rememberViewer } from "#shop/orders/order-access.ts";
import { Refusal } from "#shop/refusal.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { textOf } from "../../wc-ajax/fields.ts";
import { addPageExpiredNotice, refusalNotice } from "../../wc-ajax/notices.ts";

/** Returns the order's path. After a correct answer this session may see the order from then on. */
export async function verifyOrderRequest(call: Call): Promise<string | undefined> {
  const { db, clock, visit, fields } = call;
  const id = Number(/^\/checkout\/order-received\/(\d{1,15})\/?$/.exec(visit.path)?.[1]);
  if (visit.request.method !== "POST" || Number.isNaN(id)) return undefined;
  const key = textOf(fields, "key");
  const target = routes.orderReceived(id, key);
  if (!(await visit.hasValidOrExpiredNonce(pageRequests.verify_order, fields))) {
    await addPageExpiredNotice(call);
    return target;
  }
  try {
    const answer = textOf(fields, "email") || textOf(fields, "phone");
    await answerForOrder(db, { id, key }, { answer, from: visit.request.ip }, clock.now());
    await rememberViewer(db, id, (await visit.session.keep()).id);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Without the right key the page does not even confirm that the order exists.
    if (error.code === "order_unknown") return target;
    const notice = refusalNotice(error);
    await visit.addNotice({ ...notice, values: { ...notice.values, orderAnswer: 1 } });
  }
  return target;
}
