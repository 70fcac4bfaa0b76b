import { sql } from "drizzle-orm";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { retryOnConflict } from "#db/retry-on-conflict.ts";
import { inTransaction } from "#db/transaction.ts";
import { retakeCoupons, returnCoupons } from "../coupons/take-coupons.ts";
import { findPaymentMethod } from "../payments/payment-methods.ts";
import { payByOf } from "../payments/prepayment.ts";
import { Refusal } from "../refusal.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { grantGoods } from "./downloads/grant-goods.ts";
import type { OrderStatus } from "./order.ts";
import { holdsGoods, isSpent, statusesAfter } from "./order-status.rules.ts";
import { retakeStock } from "./stock/retake-stock.ts";
import { returnStock } from "./stock/return-stock.ts";

export interface StatusChange {
  id: number;
  to: OrderStatus;
  /** The reason, for the shop's staff; "" for none. */
  note?: string;
  /** The missed payment deadline, if that is the reason; mailed to the customer. */
  unpaidBy?: Date;
}

/** The job that mails the customer and tells networks. */
const statusChangedJob = "order-status-changed";

/**
 * Changes an order's status, records the time and reason, and queues a job that mails the customer. A cancelled or failed
 * order returns its coupons and stock; a reopened one takes them again, and a held one takes its stock when it is
 * confirmed. Concurrent changes run one after another.
 * @returns the status before
 * @throws Refusal order_unknown; order_status_invalid (details: from, to, and the allowed ones) if the status cannot
 * follow; stock_insufficient, coupon_used_up, coupon_used_by_shopper if what was returned is gone
 */
export async function changeOrderStatus(
  db: Database,
  change: StatusChange,
  settings: Settings,
  now: Date,
): Promise<OrderStatus> {
  return retryOnConflict(() => inTransaction(db, (db) => moveOrder(db, change, settings, now)));
}

/** Changes an order's status within the caller's transaction. @throws Refusal as changeOrderStatus */
export async function moveOrder(
  db: Database,
  { id, to, note = "", unpaidBy }: StatusChange,
  settings: Settings,
  now: Date,
): Promise<OrderStatus> {
  const { status: from, isHeld, ...paying } = await lockOrder(db, id);
  const after = statusesAfter(from);
  if (!after.includes(to)) throw new Refusal("order_status_invalid", { id, from, to, after: after.join(", ") });
  const eventId = await writeChange(db, { id, to, note }, now);
  if (isHeld && holdsGoods(to))
    await db.execute(sql`update orders set held_for = null, pay_by = null where id = ${id}`);
  await writePayment(db, id, { ...paying, status: to }, settings, now);
  await addJob(db, statusChangedJob, { orderId: id, eventId, status: to, unpaidBy });
  if (isSpent(to)) await grantGoods(db, id, now);
  // Stock last: its rows stay locked until the commit, and all orders need them.
  if (holdsGoods(from) && !holdsGoods(to)) {
    await returnCoupons(db, id, now);
    if (!isHeld) await returnStock(db, id, settings);
  }
  if (!holdsGoods(from) && holdsGoods(to)) await retakeCoupons(db, id);
  if (holdsGoods(to) && (isHeld || !holdsGoods(from))) await retakeStock(db, id, settings);
  return from;
}

/** An order's status and payment. */
interface PayingOrder extends Record<string, unknown> {
  status: OrderStatus;
  paymentMethodId: string;
  total: number;
  isPaid: boolean;
}

interface LockedOrder extends PayingOrder {
  /** Whether the order has taken no stock yet. */
  isHeld: boolean;
}

/** Locks the order until the commit. */
async function lockOrder(db: Database, id: number): Promise<LockedOrder> {
  const { rows } = await db.execute<LockedOrder>(sql`
    select status, payment_method as "paymentMethodId", total, paid_at is not null as "isPaid",
      held_for is not null as "isHeld"
    from orders where id = ${id} for no key update`);
  if (!rows[0]) throw new Refusal("order_unknown", { id });
  return rows[0];
}

/** Records when a prepaid order was paid, or the payment deadline when it goes on hold. */
async function writePayment(
  db: Database,
  id: number,
  order: PayingOrder,
  settings: Settings,
  now: Date,
): Promise<void> {
  const { status, paymentMethodId, isPaid } = order;
  if (!findPaymentMethod(paymentMethodId)?.prepayment || isPaid) return;
  if (status === "processing" || status === "completed")
    await db.execute(sql`update orders set paid_at = ${now.toISOString()}::timestamptz where id = ${id}`);
  if (status === "on-hold") {
    const payBy = payByOf(order, settings, now)?.toISOString() ?? null;
    await db.execute(sql`update orders set pay_by = ${payBy}::timestamptz where id = ${id}`);
  }
}

/** @returns the event's id, which identifies its mail */
async function writeChange(
  db: Database,
  { id, to, note }: { id: number; to: OrderStatus; note: string },
  now: Date,
): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ id: number }>(sql`
    with moved as (update orders set status = ${to}, updated_at = ${at} where id = ${id})
    insert into order_events (order_id, kind, detail, happened_at)
    select ${id}, kind, detail, ${at} from (values (1, 'status', ${to}), (2, 'note', ${note})) as event(place, kind, detail)
    where detail <> '' order by place returning id`);
  return Number(rows[0]?.id);
}
