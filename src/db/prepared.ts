import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { QueryResult, QueryResultRow } from "pg";
import type { Database } from "./database.ts";

const dialect = new PgDialect();

const byHandle = new WeakMap<Database, Map<string, unknown>>();
const connections = new WeakMap<Database, Database>();

/**
 * Builds a query once per connection (or pool) and reuses it: `build` creates a drizzle query and ends in
 * `.prepare(name)`, so that the server plans it once per connection too. Names are unique in the whole shop; use
 * `sql.placeholder` for parameters.
 */
export function prepared<Query>(db: Database, name: string, build: (db: Database, name: string) => Query): Query {
  const handle = connections.get(db) ?? db;
  let queries = byHandle.get(handle);
  if (!queries) byHandle.set(handle, (queries = new Map<string, unknown>()));
  let query = queries.get(name) as Query | undefined;
  if (!query) queries.set(name, (query = build(handle, name)));
  return query;
}

/** Makes a transaction reuse its connection's prepared queries, which then run inside it. */
export function sharePrepared(connection: Database, transaction: Database): void {
  connections.set(transaction, connections.get(connection) ?? connection);
}

/**
 * Runs a statement with a constant text under a name that is unique in the whole shop, so that the server parses and
 * plans it once per connection. For SQL that the query builder cannot express.
 */
export async function executeNamed<Row extends QueryResultRow>(
  db: Database,
  name: string,
  statement: SQL,
): Promise<QueryResult<Row>> {
  const query = dialect.sqlToQuery(statement);
  return db._.session
    .prepareQuery<{ execute: QueryResult<Row>; all: unknown; values: unknown }>(query, undefined, name, false)
    .execute();
}

/** Condition for a prepared query: the column equals one of the ids in the placeholder `name` (number[]). */
export function isOneOf(column: SQLWrapper, name: string): SQL {
  return sql`${column} = any(${arrayOf(name, "bigint")})`;
}

/**
 * The array in the placeholder `name` of a prepared query, which the planner does not look into. It expects ten elements of an
 * array that it does not know; if it knew a shorter one, each execution would be planned again, which takes longer than to run it.
 */
export function arrayOf(name: string, type: "bigint" | "bytea" | "uuid"): SQL {
  const array = sql.raw(`${type}[]`);
  return sql`(select ${sql.placeholder(name)}::${array})::${array}`;
}
