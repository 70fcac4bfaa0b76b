import { beforeAll, expect, test } from "vitest";
import { StartError } from "#platform/start-error.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/test-database.ts";
import { migrate, readMigrations } from "./migrate.ts";
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

test("a version runs on a newer database if each new migration lets it, and is refused with one line otherwise", async () => {
  const { pool } = await createTestDatabase();
  await pool.query("insert into migrations (name, needs) values ('9998_column_to_come.sql', null)");
  await migrateToOwn(pool);
  await checkUsable(pool);
  // A column that this version no longer uses was removed.
  await pool.query("insert into migrations (name, needs) values ('9999_removal.sql', '0062')");
  await migrateToOwn(pool);
  await pool.query("update migrations set needs = '9998' where name like '9999%'");
  await expect(migrateToOwn(pool)).rejects.toThrow(
    /^The database is newer .*9998_column_to_come.sql, 9999_removal.sql/,
  );
  await pool.query("update migrations set needs = null where name like '9999%'");
  await pool.query("delete from migrations where name like '0061%'");
  await expect(migrateToOwn(pool)).rejects.toThrow("The database is newer");
});

test("a migration states the migration that versions must know from then on", async () => {
  const { pool } = await createTestDatabase();
  const folder = new URL("migrations/", import.meta.url);
  const removal = { name: "9999_removal.sql", sql: "-- Nothing uses it since 0062.\n-- needs: 0062\nselect 1" };
  const migrations = [...(await readMigrations(folder)), removal];
  expect(await migrate(pool, { migrations, functions: [], functionVersion: 0 })).toEqual([removal.name]);
  const { rows } = await pool.query("select name, needs from migrations where needs is not null");
  expect(rows).toEqual([{ name: removal.name, needs: "0062" }]);
  await migrateToOwn(pool);
});

test("migrations that remove or rename say which versions can run after them", async () => {
  const folder = new URL("migrations/", import.meta.url);
  const later = (await readMigrations(folder)).filter(({ name }) => name >= "0070");
  const removing = /\b(drop (table|column|constraint)|rename|alter column \w+ (type|set not null))\b/i;
  const silent = later.filter(({ sql }) => removing.test(sql) && !/^-- needs: \d{4}$/m.test(sql));
  expect(silent.map(({ name }) => name)).toEqual([]);
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
