import { randomBytes } from "node:crypto";
import type pg from "pg";
import { inject } from "vitest";
import { type Database, databaseOf, openPool } from "#db/database.ts";
import { administer, withDatabase } from "./global-setup.ts";

export interface TestDatabase {
  pool: pg.Pool;
  db: Database;
  /** How another process or pool reaches it. */
  connection: pg.PoolConfig;
}

const made: { pool: pg.Pool; drop: () => Promise<void> }[] = [];

/**
 * A migrated database of the calling test file's own, dropped when the file is done, in which nothing is but the settings that
 * let tests order at once; `isBare`: not even those. Call it in `beforeAll`.
 */
export async function createTestDatabase({ isBare = false } = {}): Promise<TestDatabase> {
  const server = inject("databaseServer");
  const name = `chowk_test_${randomBytes(6).toString("hex")}`;
  // Files are copied as they are: a tenth of what PostgreSQL takes to copy page by page, through its log.
  await administer(server, `create database ${name} template ${inject("templateDatabase")} strategy file_copy`);
  const connection = withDatabase(server, name);
  const pool = openPool(connection, 10);
  made.push({ pool, drop: () => administer(server, `drop database ${name} with (force)`) });
  if (isBare) await pool.query("delete from settings");
  return { pool, db: databaseOf(pool), connection };
}

/** Drops what the file that is done has made; what runs after every file calls it. */
export async function dropTestDatabases(): Promise<void> {
  for (const { pool, drop } of made.splice(0)) {
    await pool.end();
    await drop();
  }
}

/** The same connection as DATABASE_URL names it. */
export function databaseUrl({ connectionString, host = "", port, user, database }: pg.PoolConfig): string {
  return connectionString ?? `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`;
}
