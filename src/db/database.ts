import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import { drizzle } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { countStatements } from "./statement-count.ts";

/** A handle for queries: the pool outside a transaction, one connection inside. Verbs take it first and shadow it inside. */
export type Database = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** 64-bit integers arrive as numbers: ids and amounts here stay below 2^53, and an id that did not would be refused. */
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`A 64-bit integer out of range: ${text}`);
  return value;
});

/**
 * Opens a pool. Connections are made when first needed. `max` is the number of connections this process may hold. `onLost`
 * hears of an idle connection that broke: the pool has thrown it away already and makes another when one is needed.
 */
export function openPool(connection: pg.PoolConfig, max: number, onLost: (error: Error) => void = () => {}): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max,
    application_name: "chowk",
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
  });
  pool.on("connect", countStatements);
  pool.on("error", onLost);
  return pool;
}

/** The query handle over a pool. */
export function databaseOf(pool: pg.Pool): Database {
  return drizzle(pool);
}
