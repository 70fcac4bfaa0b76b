import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { escapeCell } from "../catalogue/import/read/csv-values.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import type { Order } from "./order.ts";
import { type Cell, orderColumns } from "./order-columns.ts";
import { listOrdersById } from "./orders.ts";

/** How many orders an export reads at once and holds in memory. */
const pageSize = 100;

/**
 * Exports orders as CSV, oldest first, from one snapshot: one row per order line, with the usual column headings and a
 * byte order mark for spreadsheets. Each row repeats the order's own amounts as its page shows them, including taxes if
 * prices do.
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
  const csv = stringify({ bom: true, record_delimiter: "\r\n", quoted_match: /[\r\n]/ });
  const rows = async function* (db: Database) {
    yield orderColumns.map(({ heading }) => heading);
    for await (const order of streamOrders(db, since, settings)) {
      count.orders += 1;
      for (const line of order.lines) {
        count.rows += 1;
        yield orderColumns.map(({ cellOf }) => safeCell(cellOf(order, line)));
      }
    }
  };
  await inTransaction(db, (db) => pipeline(Readable.from(rows(db)), csv, target), "repeatable read");
  return count;
}

async function* streamOrders(db: Database, since: Date | null, settings: Settings): AsyncGenerator<Order> {
  // The reader of the export may be slow.
  await db.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  await db.execute(sql`declare exported_orders no scroll cursor for select id from orders
    where ${since === null} or created_at >= ${since?.toISOString() ?? null}::timestamptz order by id`);
  for (;;) {
    const { rows } = await db.execute<{ id: number }>(sql.raw(`fetch ${pageSize} from exported_orders`));
    if (rows.length === 0) return;
    yield* await listOrdersById(
      db,
      rows.map(({ id }) => id),
      settings,
    );
  }
}

/** Escapes text cells, most of which strangers wrote, so that no spreadsheet runs them as formulas. */
function safeCell(cell: Cell): Cell {
  if (typeof cell === "number") return cell;
  return escapeCell(cell.replace(/(?!\n)\p{Cc}/gu, "").trim()).replace(/^[＝＋－＠]/u, "'$&");
}
