import pg from "pg";
import { StartError } from "#platform/start-error.ts";
import { type Database, databaseOf, openPool, openPooledPool, statementTimeout } from "./database.ts";
import type { EmbeddedPostgres } from "./embedded/embedded-postgres.ts";
import type { ServerSettings } from "./embedded/postgres-settings.ts";
import { connectionTo, hasSeveralHosts, hostsOf, leaveReadOnlyHosts } from "./several-hosts.ts";

/** The database of this process. */
export interface OpenDatabase {
  pool: pg.Pool;
  db: Database;
  /** The pool for what lasts longer than a transaction, such as LISTEN, advisory locks and settings; often the same one. */
  sessions: pg.Pool;
  /** Parameters for connections outside the pools, for the same purposes. */
  connection: pg.PoolConfig;
  /** Where the data is stored, in words. */
  place: string;
  /** Copies an embedded server's data for point-in-time recovery if that is due; null if that is off. */
  backUpBaseIfDue: EmbeddedPostgres["backUpBaseIfDue"];
  /** Restarts an embedded server that has died; does nothing for an external one. */
  ensureRunning(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions extends Partial<ServerSettings> {
  dataDir: string;
  /** null opens the embedded PostgreSQL of the data folder. */
  databaseUrl: string | null;
  /** The same database without a pooler, if `databaseUrl` leads to one in transaction mode. */
  databaseDirectUrl?: string | null;
  /** The pool's size, or a function that derives it from the connections available to the shop's user. */
  connections: number | ((limit: number) => number);
  /** Called with a line about slow or unusual steps, such as the first start. */
  log: (message: string) => void;
  /** Called once there is only waiting left to do: the database was asked to start, or to answer. */
  onWaiting?: () => void;
  /** Called for each broken connection of the pool. */
  onLost?: (error: Error) => void;
}

/**
 * Opens the embedded database, or the one at `databaseUrl`, and checks that it answers. @throws StartError with one
 * line that says what to do.
 */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  return options.databaseUrl === null ? openEmbedded(options) : openExternal(options, options.databaseUrl);
}

async function openEmbedded(options: OpenOptions): Promise<OpenDatabase> {
  const { openEmbeddedPostgres } = await import("./embedded/embedded-postgres.ts");
  const server = await openEmbeddedPostgres(options);
  try {
    const pool = await openSizedPool(server.connection, options);
    const close = async () => {
      await pool.end();
      await server.close();
    };
    const ensureRunning = () => server.ensureRunning();
    const { connection, folder, backUpBaseIfDue } = server;
    return {
      pool,
      db: databaseOf(pool),
      sessions: pool,
      connection,
      place: folder,
      backUpBaseIfDue,
      ensureRunning,
      close,
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function openExternal(options: OpenOptions, databaseUrl: string): Promise<OpenDatabase> {
  const directUrl = options.databaseDirectUrl ?? databaseUrl;
  const [connection, host] = [connectionTo(directUrl, options.log), hostsOf(directUrl)];
  options.onWaiting?.();
  const sessions = await openSizedPool(connection, options).catch((error: unknown) => {
    throw unusable(host, error);
  });
  const pool = options.databaseDirectUrl
    ? openPooledPool(connectionTo(databaseUrl), sessions.options.max, options.onLost)
    : sessions;
  if (hasSeveralHosts(directUrl)) leaveReadOnlyHosts(sessions);
  if (pool !== sessions && hasSeveralHosts(databaseUrl)) leaveReadOnlyHosts(pool);
  const close = async () => {
    await pool.end();
    if (sessions !== pool) await sessions.end();
  };
  try {
    await refusePooler(sessions, host);
    if (pool !== sessions) await checkAnswer(pool, hostsOf(databaseUrl));
  } catch (error) {
    await close();
    throw error;
  }
  const ensureRunning = async () => {};
  return { pool, db: databaseOf(pool), sessions, connection, place: host, backUpBaseIfDue: null, ensureRunning, close };
}

/** Checks that a session keeps the settings it began with. @throws StartError behind a pooler in transaction mode */
async function refusePooler(sessions: pg.Pool, host: string): Promise<void> {
  const kept = await sessions.query<{ limit: string }>("select current_setting('statement_timeout') as limit").then(
    ({ rows }) => rows[0]?.limit,
    (error: unknown) => {
      if (error instanceof Error && error.message.includes("startup parameter")) return undefined;
      throw unusable(host, error);
    },
  );
  if (kept === statementTimeout) return;
  throw new StartError(
    `A connection pooler at ${host} does not keep the settings of sessions: set DATABASE_DIRECT_URL to the database without the pooler.`,
  );
}

async function checkAnswer(pool: pg.Pool, host: string): Promise<void> {
  await pool.query("select 1").catch((error: unknown) => {
    throw unusable(host, error);
  });
}

async function openSizedPool(connection: pg.PoolConfig, { connections, onLost }: OpenOptions): Promise<pg.Pool> {
  const limit = await readLimit(connection);
  return openPool(connection, typeof connections === "number" ? connections : connections(limit), onLost);
}

/** Returns how many connections the server allows this user. @throws StartError if the server is too old. */
async function readLimit(connection: pg.PoolConfig): Promise<number> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  // The query reports the error too.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; limit: number }>(limitQuery);
    const [{ version, limit } = { version: 0, limit: 0 }] = rows;
    if (version < 150_000)
      throw new StartError(
        `The database is PostgreSQL ${Math.floor(version / 10_000)}, but the shop needs 15 or newer: set DATABASE_URL to such a server.`,
      );
    return limit;
  } finally {
    await client.end();
  }
}

/** A limit of -1 means unlimited. */
const limitQuery = `select current_setting('server_version_num')::int as version,
    least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      nullif(r.rolconnlimit, -1), nullif(d.datconnlimit, -1)) as limit
  from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`;

function unusable(host: string, error: unknown): StartError {
  if (error instanceof StartError) return error;
  const reason = error instanceof Error ? error.message || error.name : String(error);
  return new StartError(
    `The database at ${host} cannot be reached (${reason}): check DATABASE_URL, or leave it empty for the embedded one.`,
  );
}
