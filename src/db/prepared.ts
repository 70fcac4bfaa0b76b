import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { QueryResult, QueryResultRow } from "pg";
import type { Database } from "./database.ts";

const dialect = new PgDialect();

const byHandle = new WeakMap<Database, Map<string, unknown>>();
const connections = new WeakMap<Database, Database>();

/**
 * A query built once per connection (or pool) and kept: `build` makes a drizzle query and ends in `.prepare(name)`, so that
 * the server plans it once per connection too. Names are unique in the whole shop; `sql.placeholder` marks what changes.
 */
export function prepared<Query>(db: Database, name: string, build: (db: Database, name: string) => Query): Query {
  const handle = connections.get(db) ?? db;
  let queries = byHandle.get(handle);
  if (!queries) byHandle.set(handle, (queries = new Map<string, unknown>()));
  let query = queries.get(name) as Query | undefined;
  if (!query) queries.set(name, (query = build(handle, name)));
  return query;
}

/** Has a transaction use the queries that are kept for its connection, on which they run within it. */
export function sharePrepared(connection: Database, transaction: Database): void {
  connections.set(transaction, connections.get(connection) ?? connection);
}

/**
 * Runs a statement whose text is always the same and only whose values change under a name that is unique in the whole shop:
 * the server reads and plans it once per connection. For what the query builder has no words for.
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

/** Condition of a prepared query: the column is one of the ids that the placeholder `name` stands for (number[]). */
export function isOneOf(column: SQLWrapper, name: string): SQL {
  return sql`${column} = any(${sql.placeholder(name)}::bigint[])`;
}
