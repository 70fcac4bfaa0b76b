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
 * hears of each connection that broke, whether it was idle or in use: the pool throws it away and makes another when one is
 * needed; who was using it learns so from the next statement.
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
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
  });
  pool.on("connect", (client) => {
    countStatements(client);
    // One that the pool has said goodbye to may still be cut off by a server that stops.
    hearLoss(client, (error) => !pool.ending && onLost(error));
  });
  // Of an idle connection the pool tells as well; its own listener has told already.
  pool.on("error", () => {});
  return pool;
}

/** For the connection's whole life: the pool listens only while it is idle, and an unheard error ends the process. */
function hearLoss(client: pg.PoolClient, onLost: (error: Error) => unknown): void {
  let isLost = false;
  client.on("error", (error) => {
    if (!isLost) onLost(error);
    isLost = true;
  });
}

const pools = new WeakMap<object, pg.Pool>();

/** The query handle over a pool. */
export function databaseOf(pool: pg.Pool): Database {
  const db = drizzle(pool);
  pools.set(db, pool);
  return db;
}

/**
 * Runs `work` with a handle over one connection, which goes back to the pool whatever happens; drizzle's own transaction
 * keeps it for ever when it breaks before the first statement. A handle that stands for one connection is passed on.
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

/** A connection's own handle lives as long as it does: what is built for it once is built. */
function handleOf(client: pg.PoolClient): Database {
  let handle = handles.get(client);
  if (!handle) handles.set(client, (handle = drizzle(client)));
  return handle;
}
