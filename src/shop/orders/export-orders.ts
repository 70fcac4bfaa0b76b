import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { escapeCell } from "../catalogue/import/csv-values.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import type { Order } from "./order.ts";
import { type Cell, orderColumns } from "./order-columns.ts";
import { listOrdersById } from "./orders.ts";

/** Orders read at once; what an export holds in memory. */
const pageSize = 100;

/**
 * Writes orders as CSV, oldest first and as they stand at one moment: a row for each line of an order, under the headings by
 * which the field's exports know them, with a byte order mark for spreadsheets. The order's own amounts stand in each of its
 * rows, as its page shows them: where prices include taxes, so do they. @param since the first moment that counts; null: all
 * @returns how many orders and rows were written
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
  // Whoever reads the export may take his time over a page.
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

/** Strangers wrote most of it: nothing may run when a spreadsheet opens it. Numbers are ours. */
function safeCell(cell: Cell): Cell {
  if (typeof cell === "number") return cell;
  return escapeCell(cell.replace(/(?!\n)\p{Cc}/gu, "").trim()).replace(/^[＝＋－＠]/u, "'$&");
}
