import type { Writable } from "node:stream";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { orderColumns } from "./order-columns.ts";
import { listOrdersById } from "./orders.ts";
import { readPages, writeCsv } from "./write-csv.ts";

/** How many orders an export reads at once and holds in memory. */
const pageSize = 100;

/**
 * Exports orders as CSV, oldest first: one row per order line, with the usual column headings. Each row repeats the
 * order's own amounts as its page shows them, including taxes if prices do.
 * @param since exports orders from this moment on; null: all
 * @returns the number of orders and rows
 */
export async function exportOrders(
  db: Database,
  since: Date | null,
  settings: Settings,
  target: Writable,
): Promise<{ orders: number; rows: number }> {
  const count = { orders: 0, rows: 0 };
  const headings = orderColumns.map(({ heading }) => heading);
  await writeCsv(db, target, headings, async function* (db) {
    const ids = sql`select id from orders
      where ${since === null} or created_at >= ${since?.toISOString() ?? null}::timestamptz order by id`;
    for await (const page of readPages<{ id: number }>(db, ids, pageSize)) {
      const pageIds = page.map(({ id }) => id);
      for (const order of await listOrdersById(db, pageIds, settings)) {
        count.orders += 1;
        for (const line of order.lines) {
          count.rows += 1;
          yield orderColumns.map(({ cellOf }) => cellOf(order, line));
        }
      }
    }
  });
  return count;
}
