import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { escapeCell } from "../catalogue/import/read/csv-values.ts";

export type Cell = string | number;

/**
 * Writes CSV with a byte order mark, for spreadsheets, from one snapshot of the database. Rows are written as they are
 * read, however many there are.
 * @param rowsOf yields rows, read with the given handle
 */
export async function writeCsv(
  db: Database,
  target: Writable,
  headings: readonly string[],
  rowsOf: (db: Database) => AsyncIterable<readonly Cell[]>,
): Promise<void> {
  const csv = stringify({ bom: true, record_delimiter: "\r\n", quoted_match: /[\r\n]/ });
  const lines = async function* (db: Database) {
    yield headings;
    for await (const row of rowsOf(db)) yield row.map(safeCell);
  };
  await inTransaction(db, (db) => pipeline(Readable.from(lines(db)), csv, target), "repeatable read");
}

/** Yields a query's rows in pages, by a cursor of the transaction behind `db`. Call it once in a transaction. */
export async function* readPages<Row extends Record<string, unknown>>(
  db: Database,
  query: SQL,
  pageSize: number,
): AsyncGenerator<Row[]> {
  // The reader of the export may be slow.
  await db.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  await db.execute(sql`declare exported no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await db.execute(sql.raw(`fetch ${pageSize} from exported`));
    if (rows.length === 0) return;
    // The query determines the columns.
    yield rows as Row[];
  }
}

/** Escapes text cells, because spreadsheets would run customer input as formulas. */
function safeCell(cell: Cell): Cell {
  if (typeof cell === "number") return cell;
  return escapeCell(cell.replace(/(?!\n)\p{Cc}/gu, "").trim()).replace(/^[＝＋－＠]/u, "'$&");
}
