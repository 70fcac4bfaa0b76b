import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { retryOnConflict } from "#db/retry-on-conflict.ts";
import { inTransaction } from "#db/transaction.ts";
import { bankTransfer } from "../payments/bank-transfer.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { moveOrder } from "./change-order-status.ts";

const day = 24 * 3_600_000;

/**
 * Cancels orders whose transfer did not come within the setting's days since they were put on hold, at most `most` of them, each
 * in a transaction of its own; what becomes of them is as `changeOrderStatus` has it. One that somebody moves meanwhile is left
 * to him.
 * @returns how many were overdue
 */
export async function cancelUnpaid(db: Database, settings: Settings, now: Date, most: number): Promise<number> {
  const { bank_transfer_days: days } = settings;
  if (days === 0) return 0;
  const overdue = overdueSince(new Date(now.getTime() - days * day));
  const { rows } = await db.execute<{ id: number }>(
    sql`select id::int as id from orders where ${overdue} order by updated_at limit ${most}`,
  );
  const note = `No transfer has come within ${days} days.`;
  for (const { id } of rows)
    await retryOnConflict(() =>
      inTransaction(db, async (db) => {
        const { rows: still } = await db.execute(
          sql`select from orders where id = ${id} and ${overdue} for no key update`,
        );
        if (still.length > 0) await moveOrder(db, { id, to: "cancelled", note }, settings, now);
      }),
    );
  return rows.length;
}

/** Condition, spelled so that the index of migration 0053 serves it: an order that waits for a transfer since then or longer. */
function overdueSince(moment: Date): SQL {
  const waits = sql.raw(`status = 'on-hold' and payment_method = '${bankTransfer.id}' and total > 0`);
  return sql`${waits} and updated_at <= ${moment.toISOString()}::timestamptz`;
}
