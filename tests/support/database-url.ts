import type pg from "pg";

/** Returns the connection as a URL for DATABASE_URL. */
export function databaseUrl({ connectionString, host = "", port, user, database }: pg.PoolConfig): string {
  return connectionString ?? `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`;
}
