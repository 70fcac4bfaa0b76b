import { beforeAll, beforeEach, expect, test } from "vitest";
import { onLocalChange } from "#db/changes.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { addProduct, noon } from "../cart/cart.fixtures.ts";
import { readRelated } from "../content/related/related-content.ts";
import { countBoughtTogether } from "./bought-together.ts";

let database: TestDatabase;
let tea = 0;
let honey = 0;
let cup = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  [tea, honey, cup] = [await addProduct(database.db), await addProduct(database.db), await addProduct(database.db)];
});
beforeEach(() => database.pool.query("delete from orders; delete from bought_together"));

/** Lists what a product was bought together with. */
async function listTogether(id: number): Promise<number[]> {
  return (await readRelated(database.db, id, noon)).togetherIds;
}

async function addOrder(productIds: readonly number[], { status = "completed", daysAgo = 1 } = {}): Promise<void> {
  const createdAt = new Date(noon.getTime() - daysAgo * 86_400_000);
  const { rows } = await database.pool.query(
    `insert into orders (order_key, status, currency, currency_minor_unit, subtotal, shipping_total, discount_total, tax_total,
        total, payment_method, payment_method_title, billing, shipping, cart_hash, created_at, updated_at)
      values ('wc_order_' || replace(gen_random_uuid()::text, '-', ''), $1, 'PKR', 0, 0, 0, 0, 0, 0, 'cod', 'Cash', '{}', '{}',
        'x', $2, $2) returning id`,
    [status, createdAt],
  );
  for (const [position, id] of productIds.entries())
    await database.pool.query(
      `insert into order_lines (order_id, position, product_id, name, quantity, unit_price, line_total)
        values ($1, $2, $3, 'x', 1, 0, 0)`,
      [rows[0].id, position, id],
    );
}

test("products ordered together at least twice are listed, most frequent first; lost and old orders do not count", async () => {
  for (let order = 0; order < 3; order++) await addOrder([tea, honey]);
  for (let order = 0; order < 2; order++) await addOrder([tea, cup, cup]);
  await addOrder([honey, cup]);
  for (const status of ["cancelled", "failed", "refunded", "pending"]) await addOrder([honey, cup], { status });
  await addOrder([honey, cup], { daysAgo: 400 });
  await countBoughtTogether(database.db, noon);
  expect(await listTogether(tea)).toEqual([honey, cup]);
  expect(await listTogether(honey)).toEqual([tea]);
});

test("products that are hidden or no longer published are not listed", async () => {
  const hidden = await addProduct(database.db, { visibility: "hidden" });
  const draft = await addProduct(database.db, { status: "draft" });
  for (let order = 0; order < 2; order++) await addOrder([tea, honey, hidden, draft]);
  await countBoughtTogether(database.db, noon);
  expect(await listTogether(tea)).toEqual([honey]);
});

test("only products whose list changed are announced; products no longer ordered together are removed", async () => {
  for (let order = 0; order < 2; order++) await addOrder([tea, honey]);
  const heard: string[] = [];
  const stop = onLocalChange((tags) => heard.push(...tags));
  await countBoughtTogether(database.db, noon);
  await countBoughtTogether(database.db, noon);
  expect(heard.toSorted()).toEqual([`product:${tea}`, `product:${honey}`].toSorted());
  await database.pool.query("update orders set status = 'cancelled'");
  await countBoughtTogether(database.db, noon);
  stop();
  expect(heard).toHaveLength(4);
  expect(await listTogether(tea)).toEqual([]);
});
