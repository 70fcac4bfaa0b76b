import { beforeAll, expect, test } from "vitest";
import { eventually } from "../../../tests/support/eventually.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { hashPassword } from "../accounts/sessions/password-hash.ts";
import { addUser, findUser } from "../accounts/users.ts";
import { deleteAccount } from "./delete-account.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

const now = new Date("2026-11-21T12:00:00Z");

async function person() {
  const names = { email: "sana@example.com", phone: null, firstName: "Sana", lastName: "Malik" };
  const passwordHash = await hashPassword("correct horse");
  return addUser(database.db, { ...names, role: "customer", passwordHash }, now);
}

test("an order placed while its account is being deleted stores no browser address either", async () => {
  const { db, pool } = database;
  const user = await person();
  const buyer = await pool.connect();
  await buyer.query("begin");
  await buyer.query(
    `insert into orders (order_key, status, currency, currency_minor_unit, subtotal, shipping_total, discount_total, tax_total,
      total, payment_method, payment_method_title, billing, shipping, cart_hash, customer_ip, customer_agent, user_id,
      is_of_account, created_at, updated_at)
    values ('wc_order_aaaaaaaaaaaaa', 'processing', 'PKR', 2, 1, 0, 0, 0, 1, 'cod', 'Cash', '{}', '{}', '', '203.0.113.9', 'A browser',
      $1, true, $2, $2)`,
    [user?.id, now],
  );
  const deletion = deleteAccount(db, user?.id ?? 0, "correct horse", now);
  await eventually(async () => {
    const { rows } = await pool.query("select 1 from pg_locks where not granted");
    expect(rows).toHaveLength(1);
  });
  await buyer.query("commit");
  buyer.release();
  await deletion;
  const { rows } = await pool.query("select user_id, customer_ip, customer_agent from orders");
  expect(rows).toEqual([{ user_id: null, customer_ip: "", customer_agent: "" }]);
});

test("a deletion that fails on a serialization conflict or deadlock is retried", async () => {
  const { db, pool } = database;
  const user = await person();
  // A sequence is not rolled back, so only the first try fails.
  await pool.query(`create sequence tries;
    create function give_up_once() returns trigger language plpgsql as $$ begin
      if nextval('tries') = 1 then raise exception 'given up' using errcode = '40P01'; end if;
      return old; end $$;
    create trigger give_up before delete on users for each row execute function give_up_once()`);
  await deleteAccount(db, user?.id ?? 0, "correct horse", now);
  expect(await findUser(db, user?.id ?? 0)).toBeUndefined();
  expect((await pool.query("select last_value::int as tries from tries")).rows).toEqual([{ tries: 2 }]);
});
