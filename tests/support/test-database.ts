import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { type Database, databaseOf, openPool } from "#db/database.ts";
import { withDatabase } from "./global-setup.ts";

export interface TestDatabase {
  pool: pg.Pool;
  db: Database;
  /** How another process or pool reaches it. */
  connection: pg.PoolConfig;
}

const made: { pool: pg.Pool; name: string }[] = [];

let server: pg.Pool | undefined;

/** Runs a statement outside any test's database, over one connection for all files of a worker, which does not keep it alive. */
async function administer(statement: string): Promise<void> {
  if (!server) {
    server = new pg.Pool({ ...inject("databaseServer"), max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
    // Whose server has gone is done.
    server.on("error", () => {});
  }
  await server.query(statement);
}

/**
 * A migrated database of the calling test file's own, dropped when the file is done, in which nothing is but the settings that
 * let tests order at once; `isBare`: not even those. Call it in `beforeAll`.
 */
export async function createTestDatabase({ isBare = false } = {}): Promise<TestDatabase> {
  const name = `chowk_test_${randomBytes(6).toString("hex")}`;
  // Files are copied as they are: a tenth of what PostgreSQL takes to copy page by page, through its log.
  await administer(`create database ${name} template ${inject("templateDatabase")} strategy file_copy`);
  const connection = withDatabase(inject("databaseServer"), name);
  const pool = openPool(connection, 10);
  made.push({ pool, name });
  if (isBare) await pool.query("delete from settings");
  return { pool, db: databaseOf(pool), connection };
}

/** Drops what the file that is done has made; what runs after every file calls it. */
export async function dropTestDatabases(): Promise<void> {
  for (const { pool, name } of made.splice(0)) {
    await pool.end();
    await administer(`drop database ${name} with (force)`);
  }
}
