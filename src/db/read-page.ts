import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./database.ts";

/** A page of a list with a filter that the caller chooses. */
export interface PageQuery {
  columns: SQL;
  from: SQL;
  /** All of them must be true. */
  where: readonly (SQL | undefined)[];
  /** Ends in a unique column, so that no row is on two pages. */
  order: SQL;
  limit: number;
  offset: number;
}

/** A page of rows, and how many rows are on all pages. */
export interface ListPage<Row> {
  total: number;
  rows: Row[];
}

/** Reads a page and counts all rows, in one statement, also if the page is empty. */
export async function readPage<Row extends Record<string, unknown>>(
  db: Database,
  query: PageQuery,
): Promise<ListPage<Row>> {
  const { columns, from, order, limit, offset } = query;
  const where = sql.join([sql`true`, ...query.where.filter((one) => one !== undefined)], sql` and `);
  const { rows } = await db.execute<{ place: string | null; total: number }>(sql`
    select counted.total, page.* from (select count(*)::int as total from ${from} where ${where}) counted
    left join (select row_number() over (order by ${order}) as place, ${columns} from ${from} where ${where}
      order by ${order} limit ${limit} offset ${offset}) page on true order by page.place`);
  // The caller names the columns and says what they contain.
  const found = rows.filter(({ place }) => place !== null) as object[] as Row[];
  return { total: rows[0]?.total ?? 0, rows: found };
}

/** SQL: the column is one of these ids; undefined without ids to compare with. */
export function isAmong(column: SQL, ids: readonly number[] | undefined): SQL | undefined {
  return ids && sql`${column} = any(${sql.param([...ids])}::bigint[])`;
}

/** SQL: the column is none of these ids. */
export function isNotAmong(column: SQL, ids: readonly number[]): SQL | undefined {
  return ids.length > 0 ? sql`coalesce(${column} <> all(${sql.param([...ids])}::bigint[]), true)` : undefined;
}

/** The orders in which a caller names the items: by their ids, or by their slugs. */
export type GivenOrder = "include" | "include_slugs";

/** SQL of the order in which the caller names the items. @param table has the columns id and, for slugs, slug */
export function givenOrder(
  table: SQL,
  orderBy: GivenOrder,
  { include = [], slugs = [] }: { include?: readonly number[] | undefined; slugs?: readonly string[] | undefined },
): SQL {
  const place =
    orderBy === "include"
      ? sql`array_position(${sql.param([...include])}::bigint[], ${table}.id)`
      : sql`array_position(${sql.param([...slugs])}::text[], ${table}.slug)`;
  return sql`${place}, ${table}.id`;
}

/** SQL: the column contains a text, whatever the case. @param text "" for any */
export function contains(column: SQL, text: string): SQL | undefined {
  return text === "" ? undefined : sql`${column} ilike ${`%${text.replace(/[\\%_]/g, "\\$&")}%`}`;
}

/** SQL of a moment in a time zone, as texts have it: "2026-11-26T10:00:00". */
export function wallTime(column: SQL, timeZone: string): SQL {
  return sql`to_char(${column} at time zone ${timeZone}, 'YYYY-MM-DD"T"HH24:MI:SS')`;
}
