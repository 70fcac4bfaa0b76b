import { randomBytes } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { administer, withDatabase } from "../../tests/support/global-setup.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/test-database.ts";
import { openPool } from "./database.ts";
import { type Migration, migrate, readMigrations } from "./migrate.ts";

/** Numbers of migrations: coupons and one cart an account were made side by side, so that a database can have either first. */
const withoutCoupons = ["0050", "0051", "0055"];
const withoutOneCart = ["0052", "0055"];

let migrations: Migration[];
let fresh: TestDatabase;
beforeAll(async () => {
  migrations = await readMigrations(new URL("migrations/", import.meta.url));
  fresh = await createTestDatabase();
});

/** What came after them builds on both. */
const lastOfBoth = "0055";

/** A database that was brought here in two steps, the first one without some of the migrations. */
async function migratedWithout(missing: readonly string[], between?: (pool: pg.Pool) => Promise<unknown>) {
  const server = inject("databaseServer");
  const name = `chowk_test_${randomBytes(6).toString("hex")}`;
  await administer(server, `create database ${name}`);
  const pool = openPool(withDatabase(server, name), 2);
  afterAll(async () => {
    await pool.end();
    await administer(server, `drop database ${name} with (force)`);
  });
  const numberOf = (name: string) => name.slice(0, 4);
  const isThere = ({ name }: Migration) => numberOf(name) <= lastOfBoth && !missing.includes(numberOf(name));
  await migrate(pool, migrations.filter(isThere));
  await between?.(pool);
  const later = await migrate(pool, migrations);
  expect(later.map(numberOf).filter((number) => number <= lastOfBoth)).toEqual(missing);
  return pool;
}

/** The columns, functions and constraints of a database, whose order in a table does not matter. */
async function shapeOf(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select table_name || '.' || column_name as name, data_type || ' ' || is_nullable || coalesce(column_default, '') as of
      from information_schema.columns where table_schema = 'public'
    union all select p.oid::regprocedure::text, pg_get_functiondef(p.oid) from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.probin is null
    union all select conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select indexname, indexdef from pg_indexes where schemaname = 'public'
    order by 1, 2`);
  return rows;
}

test("a database that had one cart an account before it had coupons becomes as a new one", async () => {
  const shape = await shapeOf(fresh.pool);
  expect(JSON.stringify(shape)).toMatch(/move_coupons\(bigint,bigint\).*offer_pieces.*sessions_shelf/);
  expect(await shapeOf(await migratedWithout(withoutCoupons))).toEqual(shape);
});

test("coupons that lie in a signed-in browser's row come to the account's cart, and guests keep theirs", async () => {
  const pool = await migratedWithout(withoutOneCart, (pool) =>
    pool.query(`
      insert into users (email, email_key, password_hash, password_changed_at, created_at)
        values ('sana@example.com', 'sana@example.com', '$argon2id$x', now(), now());
      insert into sessions (token_hash, customer_key, created_at, renewed_at, expires_at, user_id, signed_in_at)
        select sha256(name::bytea), 't_' || left(md5(name), 30), now(), now(), now() + interval '2 days', u.id,
          case when u.id is not null then now() end
        from unnest('{here,there,guest}'::text[]) name left join users u on name <> 'guest';
      insert into coupons (code, code_key, kind, amount, created_at)
        select code, code, 'percent', 1000, now() from unnest('{one,two,three}'::text[]) code;
      insert into cart_coupons (session_id, coupon_id, entered_at)
        select s.id, c.id, now() from sessions s join coupons c
          on (s.token_hash, c.code) in ((sha256('here'), 'one'), (sha256('there'), 'two'), (sha256('guest'), 'three'))`),
  );
  const { rows } = await pool.query(`
    select s.parked_at is not null as is_shelf, s.user_id is null as is_guest, array_agg(c.code order by c.code) as codes
    from cart_coupons cc join sessions s on s.id = cc.session_id join coupons c on c.id = cc.coupon_id
    group by s.id order by s.id`);
  expect(rows).toEqual([
    { is_shelf: false, is_guest: true, codes: ["three"] },
    { is_shelf: true, is_guest: false, codes: ["one", "two"] },
  ]);
});
