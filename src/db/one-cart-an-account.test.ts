import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../tests/support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  // As it was before the migration.
  await database.pool.query(`drop function put_all_into_held_cart, put_into_held_cart, hold_cart, cart_of,
    move_session_news, move_cart; drop index sessions_shelf`);
});

test("the migration brings the carts of an account together, with what waits to be read, and leaves guests theirs", async () => {
  const { pool } = database;
  await pool.query(`
    insert into users (email, email_key, password_hash, password_changed_at, created_at)
      select name || '@example.com', name || '@example.com', '$argon2id$x', now(), now() from unnest('{sana,ali}'::text[]) name;
    insert into products (type, name, slug, regular_price)
      select 'simple', name, name, 100 from unnest('{tea,salt,oil}'::text[]) name;
    insert into sessions (token_hash, customer_key, created_at, renewed_at, expires_at, user_id, signed_in_at, parked_at)
      select sha256(name::bytea), 't_' || left(md5(name), 30), now(), now(), now() + interval '2 days', u.id,
        case when u.id is not null then now() end, case when name like 'parked%' then now() end
      from unnest('{parked one,parked two,device one,device two,guest}'::text[]) name
      left join users u on name <> 'guest' and u.email = 'sana@example.com';
    insert into sessions (token_hash, customer_key, created_at, renewed_at, expires_at, user_id, signed_in_at)
      select sha256('ali'), 't_' || left(md5('ali'), 30), now(), now(), now() + interval '2 days', id, now()
      from users where email = 'ali@example.com'`);
  const put = (session: string, product: string, quantity: number, removed = "null") =>
    pool.query(
      `insert into cart_lines (session_id, line_key, product_id, quantity, added_at, removed_at, seen_price)
        select s.id, md5(p.id::text), p.id, $3, now(), ${removed}, 90 from sessions s, products p
        where s.token_hash = sha256($1::text::bytea) and p.name = $2`,
      [session, product, quantity],
    );
  await put("parked one", "tea", 1);
  await put("parked two", "tea", 2);
  await put("parked two", "salt", 3, "now()");
  await put("device one", "salt", 4);
  await put("device two", "oil", 5);
  await put("guest", "tea", 6);
  await put("ali", "oil", 7);
  await pool.query(`insert into session_notices (session_id, kind, message_key)
    select id, 'info', 'cart.empty' from sessions where token_hash = sha256('parked two')`);
  await pool.query(await readFile(new URL("migrations/0052_one_cart_an_account.sql", import.meta.url), "utf8"));
  const { rows } = await pool.query(`
    select coalesce(u.email, 'guest') as who, s.parked_at is not null as waits, s.expires_at > now() + interval '29 days' as lasts,
      p.name, l.quantity, l.seen_price::int, (select count(*)::int from session_notices n where n.session_id = s.id) as notices
    from cart_lines l join sessions s on s.id = l.session_id join products p on p.id = l.product_id
    left join users u on u.id = s.user_id where l.removed_at is null order by who, p.name`);
  const sana = { who: "sana@example.com", waits: true, lasts: true, seen_price: 90, notices: 1 };
  expect(rows).toEqual([
    { who: "ali@example.com", waits: true, lasts: true, name: "oil", quantity: 7, seen_price: 90, notices: 0 },
    { who: "guest", waits: false, lasts: false, name: "tea", quantity: 6, seen_price: 90, notices: 0 },
    { ...sana, name: "oil", quantity: 5 },
    { ...sana, name: "salt", quantity: 4 },
    { ...sana, name: "tea", quantity: 3 },
  ]);
  const waiting = await pool.query("select count(*)::int as parked from sessions where parked_at is not null");
  expect(waiting.rows).toEqual([{ parked: 2 }]);
});
