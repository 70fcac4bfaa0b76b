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
import type { OrderStatus } from "./order.ts";
import { holdsGoods, isToldToBuyer, statusesAfter } from "./order-status.rules.ts";
import { retakeStock } from "./stock/retake-stock.ts";
import { returnStock } from "./stock/return-stock.ts";

export interface StatusChange {
  id: number;
  to: OrderStatus;
  /** Why, for who works in the shop; "" for none. */
  note?: string;
  /** The missed payment deadline, when that is the reason; the buyer is told. */
  unpaidBy?: Date;
}

/** The job that tells the buyer. */
const statusChangedJob = "order-status-changed";

/**
 * Moves an order to another status, writes down when and why, and has its buyer told. One that is cancelled or has failed gives
 * its coupons and pieces back; one that is taken up again takes them again. Of several changes at once each sees what the one
 * before made of the order.
 * @returns the status before
 * @throws Refusal order_unknown; order_status_unfit (details: from, to, and what may follow) when it cannot become that;
 * stock_insufficient, coupon_used_up, coupon_used_by_shopper when what it has given back is gone
 */
export async function changeOrderStatus(
  db: Database,
  change: StatusChange,
  settings: Settings,
  now: Date,
): Promise<OrderStatus> {
  return retryOnConflict(() => inTransaction(db, (db) => moveOrder(db, change, settings, now)));
}

/** The same within a transaction that does something else besides. @throws Refusal as changeOrderStatus */
export async function moveOrder(
  db: Database,
  { id, to, note = "", unpaidBy }: StatusChange,
  settings: Settings,
  now: Date,
): Promise<OrderStatus> {
  const { status: from, ...paying } = await lockOrder(db, id);
  const after = statusesAfter(from);
  if (!after.includes(to)) throw new Refusal("order_status_unfit", { id, from, to, after: after.join(", ") });
  const eventId = await writeChange(db, { id, to, note }, now);
  await writePayment(db, id, { ...paying, status: to }, settings, now);
  if (isToldToBuyer(to)) await addJob(db, statusChangedJob, { orderId: id, eventId, status: to, unpaidBy });
  // Stock last: its rows are held until the commit, and everybody's orders need them.
  if (holdsGoods(from) && !holdsGoods(to)) {
    await returnCoupons(db, id, now);
    await returnStock(db, id, settings);
  }
  if (!holdsGoods(from) && holdsGoods(to)) {
    await retakeCoupons(db, id);
    await retakeStock(db, id, settings);
  }
  return from;
}

/** How an order stands, and how it is paid. */
interface LockedOrder extends Record<string, unknown> {
  status: OrderStatus;
  paymentMethodId: string;
  total: number;
  isPaid: boolean;
}

/** Holds the order until the commit, so that nobody else moves it meanwhile. */
async function lockOrder(db: Database, id: number): Promise<LockedOrder> {
  const { rows } = await db.execute<LockedOrder>(sql`
    select status, payment_method as "paymentMethodId", total, paid_at is not null as "isPaid"
    from orders where id = ${id} for no key update`);
  if (!rows[0]) throw new Refusal("order_unknown", { id });
  return rows[0];
}

/** Writes of an order that is paid in advance when it was paid, or the deadline once it goes on hold. */
async function writePayment(
  db: Database,
  id: number,
  order: LockedOrder,
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

/** @returns the id of the event, by which its mail is known */
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
