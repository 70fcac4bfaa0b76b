import type pg from "pg";

/** A connection as DATABASE_URL names it. */
export function databaseUrl({ connectionString, host = "", port, user, database }: pg.PoolConfig): string {
  return connectionString ?? `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`;
}
