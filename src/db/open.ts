import type pg from "pg";
import { StartError } from "#platform/start-error.ts";
import { type Database, databaseOf, openPool } from "./database.ts";

/** The database of this process. */
export interface OpenDatabase {
  pool: pg.Pool;
  db: Database;
  /** For connections of their own, outside the pool. */
  connection: pg.PoolConfig;
  /** Where the data are, for people. */
  place: string;
  /** Brings an embedded server back that has died under us; nothing to do for one elsewhere. */
  ensureRunning(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  dataDir: string;
  /** null opens the embedded PostgreSQL of the data folder. */
  databaseUrl: string | null;
  /** Connections that this process may hold. */
  connections: number;
  log: (message: string) => void;
}

/**
 * Opens the embedded database unless a URL names another, and sees that it answers.
 * @throws StartError in one line with the way out.
 */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  return options.databaseUrl === null ? openEmbedded(options) : openExternal(options, options.databaseUrl);
}

async function openEmbedded({ dataDir, connections, log }: OpenOptions): Promise<OpenDatabase> {
  const { openEmbeddedPostgres } = await import("./embedded/embedded-postgres.ts");
  const server = await openEmbeddedPostgres({ dataDir, log });
  const pool = openPool(server.connection, connections, (error) =>
    log(`A database connection was lost: ${error.message}`),
  );
  return {
    pool,
    db: databaseOf(pool),
    connection: server.connection,
    place: server.folder,
    ensureRunning: () => server.ensureRunning(),
    close: async () => {
      await pool.end();
      await server.close();
    },
  };
}

async function openExternal({ connections, log }: OpenOptions, databaseUrl: string): Promise<OpenDatabase> {
  const connection = { connectionString: databaseUrl };
  const pool = openPool(connection, connections, (error) => log(`A database connection was lost: ${error.message}`));
  const { host } = new URL(databaseUrl);
  await refuseUnusable(pool, host);
  const ensureRunning = async () => {};
  return { pool, db: databaseOf(pool), connection, place: host, ensureRunning, close: () => pool.end() };
}

async function refuseUnusable(pool: pg.Pool, host: string): Promise<void> {
  try {
    const { rows } = await pool.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    const version = Math.floor((rows[0]?.version ?? 0) / 10_000);
    if (version < 15)
      throw new StartError(`The database at ${host} is PostgreSQL ${version}; the shop needs 15 or newer.`);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new StartError(
      `The database at ${host} cannot be reached (${reason}): check DATABASE_URL, or leave it empty for the embedded one.`,
    );
  }
}
