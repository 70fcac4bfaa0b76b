import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { addProduct, defaultSettings, noon, openSession } from "../cart/cart.fixtures.ts";
import { addToCart } from "../cart/lines/add-to-cart.ts";
import { anonymizeOrders, removeTraces } from "./anonymize-orders.ts";
import { checkoutOf } from "./checkout/checkout.fixtures.ts";
import { placeOrder } from "./checkout/place-order.ts";
import { addUpOrderSums } from "./order-sums.ts";

let database: TestDatabase;
let db: Database;
let productId: number;

beforeEach(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  productId = await addProduct(db, { regularPrice: 100 });
});

async function place(utmSource: string, at = noon): Promise<number> {
  const session = await openSession(db);
  await addToCart(db, session, { productId, variationId: null, quantity: 1, attributes: {} }, noon);
  const attribution = { sourceType: "utm", utmSource, deviceType: "Mobile", userAgent: "Phone" } as const;
  return (await placeOrder(db, checkoutOf(session, { attribution }), defaultSettings, at)).id;
}

/** The sums of a view or table by day and source, without empty ones. */
async function sumsIn(relation: "counted_orders" | "current_order_sums" | "order_sums") {
  const { rows } = await db.execute(sql`
    select day::text, currency, currency_minor_unit, source, sum(orders)::text as orders, sum(revenue)::text as revenue,
      sum(refunds)::text as refunds, sum(from_new)::text as from_new
    from ${sql.raw(relation)} group by 1, 2, 3, 4 having (sum(orders), sum(revenue), sum(refunds), sum(from_new)) <> (0, 0, 0, 0)
    order by 1, 2, 3, source::text`);
  return rows;
}

const setStatus = (id: number, status: string) =>
  db.execute(sql`update orders set status = ${status} where id = ${id}`);

test("sums equal the orders under concurrent changes", async () => {
  const days = [noon, new Date(noon.getTime() - 86_400_000)];
  await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const id = await place(["mail", "news", "radio"][n % 3] ?? "", days[n % 2]);
      await setStatus(id, n % 2 === 0 ? "completed" : "cancelled");
      if (n % 4 === 0) await setStatus(id, "refunded");
      if (n % 4 === 1) await setStatus(id, "processing");
      if (n % 6 === 0) await db.execute(sql`update orders set attribution = null where id = ${id}`);
      if (n === 6) await db.execute(sql`update orders set consent = '{"attribution": false}' where id = ${id}`);
      if (n === 2) await db.execute(sql`update orders set currency = 'EUR', currency_minor_unit = 2 where id = ${id}`);
      if (n === 4)
        await db.execute(sql`update orders set created_at = created_at - interval '3 days' where id = ${id}`);
      if (n === 3 || n === 8) await db.execute(sql`delete from orders where id = ${id}`);
      await addUpOrderSums(db, 3);
    }),
  );
  await anonymizeOrders(db, sql`true`, noon);
  const counted = await sumsIn("counted_orders");
  expect(counted.length).toBeGreaterThan(5);
  expect(await sumsIn("current_order_sums")).toEqual(counted);
  await addUpOrderSums(db, 1_000);
  expect(await sumsIn("order_sums")).toEqual(counted);
  expect(await addUpOrderSums(db, 1_000)).toBe(0);
});

test("changes of one order that wait for each other are all counted", async () => {
  const id = await place("mail");
  const statuses = ["processing", "on-hold", "cancelled", "completed", "refunded", "failed", "processing", "refunded"];
  await Promise.all(statuses.map((status) => setStatus(id, status)));
  expect(await sumsIn("current_order_sums")).toEqual(await sumsIn("counted_orders"));
});

test("deletes sums that drop to zero", async () => {
  const id = await place("mail");
  await addUpOrderSums(db, 1_000);
  expect(await sumsIn("order_sums")).toHaveLength(1);
  await setStatus(id, "failed");
  await addUpOrderSums(db, 1_000);
  expect((await db.execute(sql`select from order_sums`)).rows).toHaveLength(0);
});

test("without orders there are no sums", async () => {
  await place("mail");
  await addUpOrderSums(db, 1_000);
  await place("news");
  await db.execute(sql`truncate orders cascade`);
  expect(await sumsIn("current_order_sums")).toEqual([]);
});

test("updates that change nothing counted add no changes", async () => {
  const id = await place("mail");
  await addUpOrderSums(db, 1_000);
  await removeTraces(db, sql`id = ${id}`);
  await setStatus(id, "processing");
  await anonymizeOrders(db, sql`id = ${id}`, noon);
  expect(await addUpOrderSums(db, 1_000)).toBe(0);
});

test("the migrations count earlier orders and those placed while they run once, and can be repeated", async () => {
  const early = await place("mail");
  await db.execute(sql`drop view current_order_sums, counted_orders`);
  await db.execute(sql`drop table order_sums, order_sum_changes`);
  for (const name of ["insert", "truncate", "before_delete", "before_update", "after_update"])
    await db.execute(sql.raw(`drop trigger orders_sum_${name} on orders`));
  await setStatus(early, "refunded");
  const placing = Promise.all(Array.from({ length: 20 }, (_, n) => place(n % 2 === 0 ? "mail" : "news")));
  await migrate("0070_order_sums.sql");
  await migrate("0071_order_sums_so_far.sql");
  await placing;
  await migrate("0071_order_sums_so_far.sql");
  const counted = await sumsIn("counted_orders");
  expect(counted.reduce((sum, { orders }) => sum + Number(orders), 0)).toBe(21);
  expect(await sumsIn("current_order_sums")).toEqual(counted);
  await addUpOrderSums(db, 1_000);
  expect(await sumsIn("order_sums")).toEqual(counted);
});

async function migrate(file: string): Promise<void> {
  await db.execute(sql.raw(await readFile(new URL(`../../db/migrations/${file}`, import.meta.url), "utf8")));
}
