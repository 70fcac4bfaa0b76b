import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { retryOnConflict } from "#db/retry-on-conflict.ts";
import { inTransaction } from "#db/transaction.ts";
import { returnCoupons } from "../coupons/take-coupons.ts";
import { Refusal } from "../refusal.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { returnStock } from "./return-stock.ts";

/**
 * Ends an order that will not be delivered: it was cancelled, or its payment failed. Its coupons can be used again and its
 * pieces sold again; once, however often and however many at once ask.
 * @throws Refusal order_unknown; order_closed (details: status) when it was ended or completed before
 */
export async function cancelOrder(
  db: Database,
  id: number,
  status: "cancelled" | "failed",
  settings: Settings,
  now: Date,
): Promise<void> {
  await retryOnConflict(() =>
    inTransaction(db, async (db) => {
      await end(db, id, status, now);
      await returnCoupons(db, id, now);
      await returnStock(db, id, settings);
    }),
  );
}

async function end(db: Database, id: number, status: "cancelled" | "failed", now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ before: string }>(
    sql`select status as before from orders where id = ${id} for no key update`,
  );
  const before = rows[0]?.before;
  if (before === undefined) throw new Refusal("order_unknown", { id });
  if (!["pending", "processing", "on-hold"].includes(before)) throw new Refusal("order_closed", { id, status: before });
  await db.execute(sql`with events as (
      insert into order_events (order_id, kind, detail, happened_at) values (${id}, 'status', ${status}, ${at}))
    update orders set status = ${status}, updated_at = ${at} where id = ${id}`);
}
