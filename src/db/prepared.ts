import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "./database.ts";

const byHandle = new WeakMap<object, Map<string, unknown>>();

/**
 * A query built once per handle and kept: `build` makes a drizzle query and ends in `.prepare(name)`, so that the server
 * plans it once per connection too. Names are unique in the whole shop; `sql.placeholder` marks what changes.
 */
export function prepared<Query>(db: Database, name: string, build: (db: Database, name: string) => Query): Query {
  let queries = byHandle.get(db);
  if (!queries) byHandle.set(db, (queries = new Map<string, unknown>()));
  let query = queries.get(name) as Query | undefined;
  if (!query) queries.set(name, (query = build(db, name)));
  return query;
}

/** Condition of a prepared query: the column is one of the ids that the placeholder `name` stands for (number[]). */
export function isOneOf(column: SQLWrapper, name: string): SQL {
  return sql`${column} = any(${sql.placeholder(name)}::bigint[])`;
}
