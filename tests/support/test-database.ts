import { randomBytes } from "node:crypto";
import pg from "pg";
import { expect, inject } from "vitest";
import { type Database, databaseOf, openPool } from "#db/database.ts";
import { eventually } from "./eventually.ts";
import { withDatabase } from "./global-setup.ts";

export interface TestDatabase {
  pool: pg.Pool;
  db: Database;
  /** How another process or pool connects to it. */
  connection: pg.PoolConfig;
}

const made: { pool: pg.Pool; name: string }[] = [];

let server: pg.Pool | undefined;

/** Runs a statement outside the test databases, over one connection per worker that does not keep the process alive. */
async function administer(statement: string): Promise<void> {
  if (!server) {
    server = new pg.Pool({ ...inject("databaseServer"), max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
    // The server may already be gone at the end of the run.
    server.on("error", () => {});
  }
  await server.query(statement);
}

/**
 * Creates a migrated database for the calling test file, dropped after it. It holds only the settings that let tests order
 * immediately; with `isBare`, not even those. Call it in `beforeAll`.
 */
export async function createTestDatabase({ isBare = false } = {}): Promise<TestDatabase> {
  const name = `chowk_test_${randomBytes(6).toString("hex")}`;
  // Copying the files takes a tenth of the time of PostgreSQL's default, which copies page by page through the WAL.
  await administer(`create database ${name} template ${inject("templateDatabase")} strategy file_copy`);
  const connection = withDatabase(inject("databaseServer"), name);
  const pool = openPool(connection, 10);
  made.push({ pool, name });
  if (isBare) await pool.query("delete from settings");
  return { pool, db: databaseOf(pool), connection };
}

/**
 * Waits until no transaction of the server, in whatever database, is older than the logged changes: a cursor taken during
 * one may need them again, so pruning them would make it invalid.
 */
export async function untilChangesArePast({ pool }: TestDatabase): Promise<void> {
  await eventually(async () => {
    const { rows } = await pool.query(
      "select max(xid) < pg_snapshot_xmin(pg_current_snapshot()) as is_past from changes",
    );
    expect(rows).toEqual([{ is_past: true }]);
  });
}

/** Drops the databases of the current test file; called after each file. */
export async function dropTestDatabases(): Promise<void> {
  for (const { pool, name } of made.splice(0)) {
    await pool.end();
    await administer(`drop database ${name} with (force)`);
  }
}
