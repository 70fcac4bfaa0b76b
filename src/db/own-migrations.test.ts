import { beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../tests/support/test-database.ts";
import { checkMigrated, migrateToOwn } from "./own-migrations.ts";
import { withStatementCount } from "./statement-count.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

test("the database has the migrations of this version when it has each by name, and the job queue's", async () => {
  const { pool } = database;
  await checkMigrated(pool);
  await pool.query("update migrations set name = '9999_other.sql' where name like '0005%'");
  await expect(checkMigrated(pool)).rejects.toThrow("Migrations are missing");
  await pool.query("update migrations set name = '0005_imports.sql' where name like '9999%'");
  await checkMigrated(pool);
  await pool.query("delete from graphile_worker.migrations where id = 19");
  await expect(checkMigrated(pool)).rejects.toThrow("Migrations are missing");
  await pool.query("insert into graphile_worker.migrations (id) values (19)");
});

test("who asks while a check is under way shares it", async () => {
  const ask = () => Promise.all([1, 2, 3].map(() => checkMigrated(database.pool)));
  expect((await withStatementCount(ask)).statements).toBe(1);
});

test("processes that start at once make up together for a job queue that was never made", async () => {
  const { pool } = database;
  await pool.query("drop schema graphile_worker cascade");
  await Promise.all([migrateToOwn(pool), migrateToOwn(pool)]);
  await expect(checkMigrated(pool)).resolves.toBeUndefined();
});
