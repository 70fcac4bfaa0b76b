import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../tests/support/test-database.ts";

test("orders that exist are first orders unless their buyer has an earlier one that is neither cancelled nor failed", async () => {
  const { pool } = await createTestDatabase();
  // Drops what later migrations added.
  await pool.query("drop trigger orders_sum_insert on orders; drop view counted_orders");
  await pool.query("drop trigger orders_marked on orders; drop table first_orders");
  await pool.query(`insert into users (id, email, email_key, password_hash, password_changed_at, created_at)
    overriding system value values (1000, 'a@x', 'a@x', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNo', now(), now())`);
  const orders: [isFirst: boolean, status: string, phone: string, email: string | null, userId: number | null][] = [
    [true, "cancelled", "+921", "a@example.com", null],
    [true, "completed", "+921", "b@example.com", null],
    [false, "completed", "+921", "", null],
    [false, "failed", "", "B@example.com", null],
    [true, "completed", "", "c@example.com", 1000],
    [false, "completed", "+922", null, 1000],
    [false, "completed", "+922", "d@example.com", null],
    [true, "completed", "", "", null],
    [true, "completed", "", null, null],
  ];
  for (const [, status, phone, email, userId] of orders)
    await pool.query(
      `insert into orders (order_key, status, currency, currency_minor_unit, subtotal, shipping_total, discount_total, tax_total,
        total, payment_method, payment_method_title, billing, shipping, cart_hash, phone, user_id, created_at, updated_at)
      values ('wc_order_' || left(md5(random()::text), 13), $1, 'PKR', 0, 0, 0, 0, 0, 0, 'cod', '', jsonb_strip_nulls(jsonb_build_object('email', $2::text)),
        '{}', '', $3, $4, now(), now())`,
      [status, email, phone, userId],
    );
  for (const name of ["0068_first_orders.sql", "0069_first_orders_so_far.sql"])
    await pool.query(await readFile(new URL(`migrations/${name}`, import.meta.url), "utf8"));
  const { rows } = await pool.query<{ is_first: boolean }>(
    "select f.order_id is not null as is_first from orders o left join first_orders f on f.order_id = o.id order by o.id",
  );
  expect(rows.map((row) => row.is_first)).toEqual(orders.map(([isFirst]) => isFirst));
});
