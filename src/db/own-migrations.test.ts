import { beforeAll, expect, test } from "vitest";
import { StartError } from "#platform/start-error.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/test-database.ts";
import { checkUsable, migrateToOwn } from "./own-migrations.ts";
import { withStatementCount } from "./statement-count.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

test("a database counts as migrated when it has each migration of this version by name, and the job queue's", async () => {
  const { pool } = database;
  await checkUsable(pool);
  await pool.query("update migrations set name = '9999_other.sql' where name like '0001%'");
  await expect(checkUsable(pool)).rejects.toThrow("Migrations are missing");
  await pool.query("update migrations set name = '0001_baseline.sql' where name like '9999%'");
  await checkUsable(pool);
  await pool.query("delete from graphile_worker.migrations where id = 19");
  await expect(checkUsable(pool)).rejects.toThrow("Migrations are missing");
  await pool.query("insert into graphile_worker.migrations (id) values (19)");
});

test("a database that lacks one of this version's functions is incomplete, and the next start creates it", async () => {
  const { pool } = database;
  await pool.query("drop function search_similar_words");
  await expect(checkUsable(pool)).rejects.toThrow("Migrations are missing");
  await migrateToOwn(pool);
  await checkUsable(pool);
});

test("the database of an unreleased version is rejected with one line and left unchanged", async () => {
  const { pool } = await createTestDatabase();
  await pool.query(`drop schema public cascade; create schema public;
    create table migrations (name text primary key, applied_at timestamptz not null default now());
    insert into migrations (name) values ('0001_settings_and_media.sql'), ('0002_catalogue.sql')`);
  const refused = await migrateToOwn(pool).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StartError);
  expect(refused).toMatchObject({
    message: expect.stringMatching(/unreleased version .*start with an empty database/),
  });
  const { rows } = await pool.query(
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  expect(rows).toEqual([{ relname: "migrations" }]);
});

test("concurrent checks share one query", async () => {
  const ask = () => Promise.all([1, 2, 3].map(() => checkUsable(database.pool)));
  expect((await withStatementCount(ask)).statements).toBe(1);
});

test("concurrent starts create a missing job queue schema together", async () => {
  const { pool } = database;
  await pool.query("drop schema graphile_worker cascade");
  await Promise.all([migrateToOwn(pool), migrateToOwn(pool)]);
  await expect(checkUsable(pool)).resolves.toBeUndefined();
});
