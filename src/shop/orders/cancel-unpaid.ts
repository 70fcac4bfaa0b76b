import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { retryOnConflict } from "#db/retry-on-conflict.ts";
import { inTransaction } from "#db/transaction.ts";
import { findPaymentMethod } from "../payments/payment-methods.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { moveOrder } from "./change-order-status.ts";

/**
 * Cancels at most `limit` orders that were not paid, or not confirmed by the shop, by their deadline, each in its own
 * transaction, with all effects of `changeOrderStatus`. Skips orders that are changed meanwhile.
 * @returns how many were overdue
 */
export async function cancelUnpaid(db: Database, settings: Settings, now: Date, limit: number): Promise<number> {
  // Written so that the index orders_unpaid is used.
  const overdue = sql`status = 'on-hold' and paid_at is null and pay_by < ${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ id: number }>(
    sql`select id::int as id from orders where ${overdue} order by pay_by limit ${limit}`,
  );
  for (const { id } of rows)
    await retryOnConflict(() =>
      inTransaction(db, async (db) => {
        const { rows: still } = await db.execute<{ payBy: string; paymentMethodId: string; isHeld: boolean }>(
          sql`select pay_by as "payBy", payment_method as "paymentMethodId", held_for is not null as "isHeld" from orders where id = ${id} and ${overdue} for no key update`,
        );
        if (!still[0]) return;
        const unpaidBy = new Date(still[0].payBy);
        const { cancelled } = findPaymentMethod(still[0].paymentMethodId)?.prepayment ?? {};
        const day = unpaidBy.toISOString().slice(0, 10);
        if (still[0].isHeld) {
          await moveOrder(db, { id, to: "cancelled", note: `Nobody confirmed the order by ${day}.` }, settings, now);
          return;
        }
        const note = cancelled?.note(day) ?? "";
        await moveOrder(db, { id, to: "cancelled", note, unpaidBy }, settings, now);
      }),
    );
  return rows.length;
}
