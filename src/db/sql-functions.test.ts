import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type pg from "pg";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "../../tests/support/test-database.ts";
import { type Migration, migrate, readMigrations } from "./migrate.ts";
import { findCalled, inCallOrder, readFunctions, readFunctionVersion, type SqlFunction } from "./sql-functions.ts";

let pool: pg.Pool;
beforeAll(async () => {
  ({ pool } = await createTestDatabase());
});
beforeEach(async () => {
  await pool.query("drop schema public cascade; create schema public; create table counts (n int)");
});

function fn(name: string, sql: string): SqlFunction {
  return { name, sql, hash: createHash("sha256").update(sql).digest("hex") };
}

/** A function without parameters that returns this expression; PostgreSQL resolves its body on creation. */
const returning = (name: string, expression: string, type = "int") =>
  fn(name, `create or replace function ${name}() returns ${type} language sql immutable return ${expression};`);

const first: Migration = { name: "0001_first.sql", sql: "create table prices (amount int not null)" };

const apply = (functions: SqlFunction[], migrations: Migration[] = [first], functionVersion = 1) =>
  migrate(pool, { migrations, functions, functionVersion });

async function valueOf(expression: string): Promise<unknown> {
  const { rows } = await pool.query<{ value: unknown }>(`select ${expression} as value`);
  return rows[0]?.value;
}

async function oidOf(name: string): Promise<unknown> {
  return valueOf(`'${name}'::regproc::oid`);
}

describe("a function", () => {
  test("is applied once, and again when its text changes", async () => {
    await apply([returning("rate", "1")]);
    const [oid, applied] = [await oidOf("rate"), await valueOf("(select applied_at::text from sql_functions)")];
    await apply([returning("rate", "1")]);
    expect(await valueOf("(select applied_at::text from sql_functions)")).toBe(applied);
    await apply([returning("rate", "2")]);
    expect([await valueOf("rate()"), await oidOf("rate")]).toEqual([2, oid]);
    expect(await valueOf("(select applied_at::text from sql_functions)")).not.toBe(applied);
  });

  test("dropped by a migration is created again, even with other parameters", async () => {
    await apply([returning("rate", "1")]);
    const drop = { name: "0002_drop.sql", sql: "drop function rate()" };
    const rate = fn("rate", "create or replace function rate(n int) returns int language sql immutable return n;");
    await apply([rate], [first, drop]);
    expect(await valueOf("rate(7)")).toBe(7);
  });

  test("that fails rolls the database back to before the last migration, and is named in the error", async () => {
    await apply([returning("rate", "1")]);
    const second = { name: "0002_second.sql", sql: "create table later ()" };
    const broken = [returning("rate", "2"), returning("wrong", "no_such_column")];
    await expect(apply(broken, [first, second])).rejects.toThrow("The SQL function wrong could not be applied");
    expect([await valueOf("rate()"), await valueOf("to_regclass('later')")]).toEqual([1, null]);
    expect(await valueOf("(select count(*)::int from migrations)")).toBe(1);
  });

  test.each([
    ["another result", "create or replace function rate() returns text language sql return 'a';"],
    ["other parameters", "create or replace function rate(n int) returns int language sql return n;"],
    ["one more result", "create or replace function rate(out a int, out b int) language sql as 'select 1, 2';"],
  ])("with %s is rejected, and the old one stays", async (_, sql) => {
    await apply([returning("rate", "1")]);
    await expect(apply([fn("rate", sql)])).rejects.toThrow(
      /The SQL function rate would change its parameters or its result/,
    );
    expect(await valueOf("rate()")).toBe(1);
    expect(await valueOf("(select count(*)::int from pg_proc where proname = 'rate')")).toBe(1);
  });
});

describe("with two versions on one database", () => {
  const start = (version: number, functions: SqlFunction[]) => apply(functions, [first], version);

  test("an older one that restarts does not put its functions back", async () => {
    await start(1, [returning("rate", "1")]);
    await start(2, [returning("rate", "2")]);
    await start(1, [returning("rate", "1")]);
    expect(await valueOf("rate()")).toBe(2);
  });

  test("a newer one replaces a function by an earlier text", async () => {
    await start(1, [returning("rate", "1")]);
    await start(2, [returning("rate", "2")]);
    await start(3, [returning("rate", "1")]);
    expect(await valueOf("rate()")).toBe(1);
    await start(2, [returning("rate", "2")]);
    expect(await valueOf("rate()")).toBe(1);
  });

  test("an older one that the database has never seen does not replace functions that the newer one left alone", async () => {
    await start(1, [returning("rate", "1")]);
    await start(3, [returning("rate", "1")]);
    await start(2, [returning("rate", "2")]);
    expect(await valueOf("rate()")).toBe(1);
  });

  test("an older one creates a function that is missing", async () => {
    await start(2, [returning("rate", "2"), returning("tax", "2")]);
    await pool.query("drop function tax()");
    await start(1, [returning("rate", "1"), returning("tax", "1")]);
    expect([await valueOf("rate()"), await valueOf("tax()")]).toEqual([2, 1]);
    await start(2, [returning("rate", "2"), returning("tax", "2")]);
    expect(await valueOf("tax()")).toBe(2);
  });
});

describe("functions that call each other", () => {
  const tax = returning("tax", "rate() * 2");
  const alone = returning("alone", "tax() + rate()");

  test("are applied in dependency order, on a new database and on one that lacks some", async () => {
    await apply([alone, tax, returning("rate", "1")]);
    expect(await valueOf("alone()")).toBe(3);
    await pool.query("drop function alone(), tax()");
    await apply([alone, tax, returning("rate", "5")]);
    expect(await valueOf("alone()")).toBe(15);
  });

  test("are rejected if the calls are circular, except for direct recursion", () => {
    const [a, b] = [returning("a", "b()"), returning("b", "a()")];
    expect(() => inCallOrder([a, b])).toThrow("SQL functions call each other in a circle: a, b, a");
    const itself = returning("itself", "itself()");
    expect(inCallOrder([itself])).toEqual([itself]);
  });

  test("are not considered called by comments or drop statements", () => {
    const all = [tax, returning("rate", "1")];
    expect(findCalled("-- rate()\n/* tax() */ drop function if exists tax(), rate(); select 1", all)).toEqual([]);
    expect(findCalled("drop function other(); select tax ()", all).map(({ name }) => name)).toEqual(["rate", "tax"]);
  });
});

describe("objects that depend on functions", () => {
  const norm = (body: string) =>
    fn("norm", `create or replace function norm(text) returns text language sql immutable return ${body};`);
  const double = fn(
    "double_norm",
    "create or replace function double_norm(text) returns text language sql immutable return norm(norm($1));",
  );
  const count = (step: number) =>
    fn(
      "count_change",
      `create or replace function count_change() returns trigger language plpgsql as $$
        begin insert into counts values (${step}); return null; end $$;`,
    );

  test("find them created before their migration, in the same transaction", async () => {
    const names: Migration = {
      name: "0002_names.sql",
      sql: `create table names (name text, key text generated always as (double_norm(name)) stored);
        create index names_key on names (norm(name));
        create trigger names_changed after insert on names execute function count_change()`,
    };
    await apply([double, norm("lower($1)"), count(1)], [first, names]);
    await pool.query("insert into names (name) values ('TEA')");
    expect(await valueOf("(select key from names)")).toBe("tea");
    expect(await valueOf("(select n from counts)")).toBe(1);
  });

  test("use a replaced trigger function from then on", async () => {
    const trigger = "create trigger t after insert on prices execute function count_change()";
    await apply([count(1)], [{ ...first, sql: `${first.sql}; ${trigger}` }]);
    await apply([count(5)], [{ ...first, sql: `${first.sql}; ${trigger}` }]);
    await pool.query("insert into prices values (1)");
    expect(await valueOf("(select sum(n)::int from counts)")).toBe(5);
  });

  test.each([
    ["an index", "create index names_key on names (norm(name))", "index names_key"],
    ["an index, by another function", "create index names_key on names (double_norm(name))", "index names_key"],
    ["an index's condition", "create index names_key on names (name) where norm(name) = 'x'", "index names_key"],
    [
      "a generated column",
      "alter table names add key text generated always as (norm(name)) stored",
      "column key of table names",
    ],
    [
      "a check",
      "alter table names add constraint names_norm check (norm(name) = name)",
      "constraint names_norm on table names",
    ],
  ])("keep its results, so replacing it is rejected: %s", async (_, use, described) => {
    const names = { name: "0002_names.sql", sql: `create table names (name text); ${use}` };
    await apply([double, norm("lower($1)")], [first, names]);
    await expect(apply([double, norm("upper($1)")], [first, names])).rejects.toThrow(
      new RegExp(`norm cannot be replaced, because its results are stored \\(.*${described}.*\\)`),
    );
    expect(await valueOf("norm('A')")).toBe("a");
  });

  test("allow replacing a function used by a default or a view", async () => {
    const names = {
      name: "0002_names.sql",
      sql: "create table names (name text default norm('A')); create view all_names as select norm(name) as name from names",
    };
    await apply([norm("lower($1)")], [first, names]);
    await apply([norm("upper($1)")], [first, names]);
    expect(await valueOf("norm('a')")).toBe("A");
  });
});

test("concurrent starts apply a changed function once, and all succeed", async () => {
  await apply([returning("rate", "1")]);
  await Promise.all([1, 2, 3].map(() => apply([returning("rate", "2")])));
  expect(await valueOf("rate()")).toBe(2);
});

test("the version of the SQL functions is raised with each change", async () => {
  const folder = new URL("functions/", import.meta.url);
  const stored = JSON.parse(await readFile(new URL("version.json", folder), "utf8")) as { hash: string };
  const functions = (await readFunctions(folder)).sort((a, b) => (a.name < b.name ? -1 : 1));
  const listed = functions.map(({ name, hash }) => `${name} ${hash}\n`).join("");
  const hash = createHash("sha256").update(listed).digest("hex");
  const next = `{ "version": ${(await readFunctionVersion(folder)) + 1}, "hash": "${hash}" }`;
  const advice = `An SQL function has changed: write ${next} to src/db/functions/version.json`;
  expect(stored.hash === hash ? "" : advice).toBe("");
});

test("each SQL file starts with a comment and creates the function it is named after", async () => {
  for (const { name, sql } of await readFunctions(new URL("functions/", import.meta.url))) {
    expect(sql).toMatch(new RegExp(`^-- [A-Z][^]*?\\.\ncreate or replace function ${name}\\(`));
    expect(sql.match(/create (or replace )?function/gi)).toHaveLength(1);
  }
});

test("the shop's own migrations create no functions", async () => {
  for (const { sql } of await readMigrations(new URL("migrations/", import.meta.url)))
    expect(sql).not.toMatch(/create (or replace )?function/i);
});
