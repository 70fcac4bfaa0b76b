import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { emailFault, emailKey } from "../accounts/profile/account-fields.rules.ts";
import { consumeLimits, mailLimits } from "../rate-limits.ts";
import { Refusal } from "../refusal.ts";
import { findOrderAccess, type OrderViewer } from "./order-access.ts";

/**
 * Queues a mail with an order's link to any address. Only the visitor who placed the order, or was verified for it, may ask. The
 * address is not stored with the order.
 * @param from the visitor's network address
 * @throws Refusal order_unknown; email_invalid; too_many_tries (details: minutes)
 */
export async function requestOrderLink(
  db: Database,
  viewer: OrderViewer,
  { email, from }: { email: string; from: string },
  now: Date,
): Promise<void> {
  const { access, isOwn } = await findOrderAccess(db, viewer, now);
  if (access !== "order" || !isOwn) throw new Refusal("order_unknown");
  if (emailFault(email)) throw new Refusal("email_invalid", { email });
  await consumeLimits(db, mailLimits("order link", emailKey(email), from), now);
  const payload = { orderId: viewer.id, email, requestedAt: now.toISOString() };
  await inTransaction(db, (db) => addJob(db, "order-link-mail", payload));
}
