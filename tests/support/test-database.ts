import { randomBytes } from "node:crypto";
import type pg from "pg";
import { afterAll, inject } from "vitest";
import { type Database, databaseOf, openPool } from "#db/database.ts";
import { administer, withDatabase } from "./global-setup.ts";

export interface TestDatabase {
  pool: pg.Pool;
  db: Database;
  /** How another process or pool reaches it. */
  connection: pg.PoolConfig;
}

/** A migrated, empty database of the calling test file's own, dropped when the file is done. Call it in `beforeAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject("databaseServer");
  const name = `chowk_test_${randomBytes(6).toString("hex")}`;
  await administer(server, `create database ${name} template ${inject("templateDatabase")}`);
  const connection = withDatabase(server, name);
  const pool = openPool(connection, 10);
  afterAll(async () => {
    await pool.end();
    await administer(server, `drop database ${name} with (force)`);
  });
  return { pool, db: databaseOf(pool), connection };
}

/** The same connection as DATABASE_URL names it. */
export function databaseUrl({ connectionString, host = "", port, user, database }: pg.PoolConfig): string {
  return connectionString ?? `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`;
}
