import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { retryOnConflict } from "#db/retry-on-conflict.ts";
import { inTransaction } from "#db/transaction.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { moveOrder } from "./change-order-status.ts";
import type { OrderStatus } from "./order.ts";

/**
 * Records that an order is paid: it is completed if all of it is downloads that are not shipped, and processing otherwise.
 * @returns the status after. @throws Refusal as changeOrderStatus
 */
export async function confirmPayment(
  db: Database,
  { id, note = "" }: { id: number; note?: string },
  settings: Settings,
  now: Date,
): Promise<OrderStatus> {
  return retryOnConflict(() =>
    inTransaction(db, async (db) => {
      const { rows } = await db.execute(sql`
        select from order_lines l left join products p on p.id = l.product_id left join products v on v.id = l.variation_id
        where l.order_id = ${id} and (coalesce(v.is_downloadable, p.is_downloadable) and coalesce(v.is_virtual, p.is_virtual)) is not true
        limit 1`);
      const to = rows.length > 0 ? "processing" : "completed";
      await moveOrder(db, { id, to, note }, settings, now);
      return to;
    }),
  );
}
