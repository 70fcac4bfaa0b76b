import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import { drizzle } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { type SilenceLimits, WatchedPool } from "./silence.ts";
import { countStatements } from "./statement-count.ts";

/**
 * A handle for queries: the pool outside a transaction, one connection inside. Verbs take it as first parameter and
 * shadow it inside a transaction.
 */
export type Database = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** 64-bit integers are parsed as numbers: ids and amounts stay below 2^53; larger ones throw. */
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`A 64-bit integer out of range: ${text}`);
  return value;
});

const clientSettings = {
  application_name: "chowk",
  connectionTimeoutMillis: 10_000,
  idleTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 30_000,
};

/** Settings of each session at the server. */
const sessionSettings = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 30_000 };

/** How the server shows `statement_timeout`. */
export const statementTimeout = "30s";

/**
 * Opens a pool, which connects on demand. `max` is the largest number of connections of this process. `onLost` is
 * called for each broken connection, idle or in use: the pool discards it and opens another on demand; a user of the
 * connection sees the error in the next statement. If the database stops answering, statements fail within seconds.
 */
export function openPool(
  connection: pg.PoolConfig,
  max: number,
  onLost?: (error: Error) => void,
  limits: Partial<SilenceLimits> = {},
): pg.Pool {
  const config = { ...connection, ...clientSettings, ...sessionSettings, max };
  return withErrorListeners(new WatchedPool(config, connection, limits), onLost);
}

/**
 * Opens a pool as `openPool` does, through a pooler in transaction mode. Such poolers refuse settings of sessions, and each
 * transaction may get another connection to the server, which does not know the statements that were prepared on the one
 * before: so they have no names. The server's limits are those of the role.
 */
export function openPooledPool(connection: pg.PoolConfig, max: number, onLost?: (error: Error) => void): pg.Pool {
  const pool = withErrorListeners(new WatchedPool({ ...connection, ...clientSettings, max }, connection), onLost);
  pool.on("connect", forgetNames);
  return pool;
}

function forgetNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((first: unknown, ...rest: unknown[]) => {
    const isNamed = typeof first === "object" && first !== null && "name" in first && "text" in first;
    return query(isNamed ? { ...first, name: undefined } : first, ...rest);
  }) as typeof client.query;
}

function withErrorListeners(pool: pg.Pool, onLost: (error: Error) => void = () => {}): pg.Pool {
  pool.on("connect", (client) => {
    countStatements(client);
    // A connection that the pool has closed may still be cut off when the server stops.
    listenForLoss(client, (error) => !pool.ending && onLost(error));
  });
  // The pool reports idle connections again; the connection's own listener has already done so.
  pool.on("error", () => {});
  return pool;
}

/**
 * Listens for the connection's whole life: the pool does so only while it is idle, and an unhandled `error` event
 * crashes the process.
 */
function listenForLoss(client: pg.PoolClient, onLost: (error: Error) => unknown): void {
  let isLost = false;
  client.on("error", (error) => {
    if (!isLost) onLost(error);
    isLost = true;
  });
}

const pools = new WeakMap<object, pg.Pool>();

/** Returns the query handle for a pool. */
export function databaseOf(pool: pg.Pool): Database {
  const db = drizzle(pool);
  pools.set(db, pool);
  return db;
}

/**
 * Runs `work` with a handle for one connection and always returns it to the pool; drizzle's own transaction leaks it if
 * it breaks before the first statement. A handle that already is one connection is passed on.
 */
export async function onOneConnection<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  const pool = pools.get(db);
  if (!pool) return work(db);
  const client = await pool.connect();
  try {
    return await work(handleOf(client));
  } finally {
    client.release();
  }
}

const handles = new WeakMap<pg.PoolClient, Database>();

/** Returns the connection's handle, one per connection, so that prepared queries are built once. */
function handleOf(client: pg.PoolClient): Database {
  let handle = handles.get(client);
  if (!handle) handles.set(client, (handle = drizzle(client)));
  return handle;
}
