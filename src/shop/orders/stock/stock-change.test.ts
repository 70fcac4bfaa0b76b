import { sql } from "drizzle-orm";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { onLocalChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { addProduct, addSizes, defaultSettings, noon, openSession } from "../../cart/cart.fixtures.ts";
import { addToCart } from "../../cart/lines/add-to-cart.ts";
import { resetSetting, setSetting } from "../../settings/settings.ts";
import { changeOrderStatus } from "../change-order-status.ts";
import { checkoutOf } from "../checkout/checkout.fixtures.ts";
import { placeOrder } from "../checkout/place-order.ts";

let db: Database;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});

/** Orders 20 pieces of a variation, or of a simple product, then cancels the order. @returns announced tags and the variation's status, each */
async function orderAndCancel(id: number, stockId: number, variationId: number | null = stockId) {
  const session = await openSession(db);
  await addToCart(db, session, { productId: id, variationId, quantity: 20, attributes: {} }, noon);
  const announced: string[] = [];
  const stop = onLocalChange((tags) => announced.push(...tags));
  const result = async () => {
    const { rows } = await db.execute<{ status: string }>(
      sql`select stock_status as status from products where id = ${stockId}`,
    );
    return { tags: announced.splice(0), status: rows[0]?.status };
  };
  const order = await placeOrder(db, checkoutOf(session), defaultSettings, noon);
  const placed = await result();
  await changeOrderStatus(db, { id: order.id, to: "cancelled" }, defaultSettings, noon);
  const cancelled = await result();
  stop();
  return { placed, cancelled };
}

const counted = { managesStock: true, stockQuantity: 30 };

test("a variation below its product's minimum quantity is out of stock, which page and listings learn", async () => {
  const { id, small } = await addSizes(db, { minQuantity: 12 }, counted);
  const tags = [`stock:${id}`, `product:${id}`, "products"];
  expect(await orderAndCancel(id, small)).toEqual({
    placed: { tags, status: "outofstock" },
    cancelled: { tags, status: "instock" },
  });
});

test("a variation's own minimum quantity counts before its product's", async () => {
  const { id, small } = await addSizes(db, { minQuantity: 12 }, { ...counted, minQuantity: 2 });
  expect((await orderAndCancel(id, small)).placed).toEqual({ tags: [`stock:${id}`], status: "instock" });
});

test("a product sold one by one has no minimum quantity for its variations either", async () => {
  const { id, small } = await addSizes(db, {}, { ...counted, minQuantity: 12 });
  const session = await openSession(db);
  await addToCart(db, session, { productId: id, variationId: small, quantity: 20, attributes: {} }, noon);
  await db.execute(sql`update products set sold_individually = true where id = ${id}`);
  await db.execute(sql`update products set stock_quantity = 2 where id = ${small}`);
  await db.execute(sql`update cart_lines set quantity = 1 where session_id = ${session}`);
  await placeOrder(db, checkoutOf(session), defaultSettings, noon);
  const { rows } = await db.execute(sql`select stock_quantity as left, stock_status as status
    from products where id = ${small}`);
  expect(rows).toEqual([{ left: 1, status: "instock" }]);
});

test("the page learns the number left of a variation once its product's low-stock amount is reached", async () => {
  const { id, small } = await addSizes(db, { lowStockAmount: 25 }, counted);
  const tags = [`stock:${id}`, `product:${id}`];
  expect(await orderAndCancel(id, small)).toMatchObject({ placed: { tags }, cancelled: { tags } });
});

test("the product's own page learns a variation's limit that no other page shows, unless another limit is lower", async () => {
  const tagsOf = async (product: Parameters<typeof addSizes>[1], variation: Parameters<typeof addSizes>[2]) => {
    const { id, small } = await addSizes(db, product, variation);
    const { placed, cancelled } = await orderAndCancel(id, small);
    return [placed, cancelled].map(({ tags }) => tags.map((tag) => tag.replace(String(id), "ID")));
  };
  const stock = { ...counted, stockQuantity: 90 };
  expect(await tagsOf({}, stock)).toEqual([["stock:ID"], ["stock:ID"]]);
  expect(await tagsOf(stock, {})).toEqual([["stock:ID"], ["stock:ID"]]);
  expect(await tagsOf({ maxQuantity: 25 }, stock)).toEqual([[], []]);
  expect(await tagsOf({}, { ...stock, backorders: "notify" })).toEqual([[], []]);
  const simple = await addProduct(db, stock);
  expect(await orderAndCancel(simple, simple, null)).toMatchObject({ placed: { tags: [] }, cancelled: { tags: [] } });
});

test("a shared cache is purged once of the pages of a variation that is sold again and again", async () => {
  await setSetting(db, "shared_cache_purge_url", "http://127.0.0.1:9/purge");
  onTestFinished(() => resetSetting(db, "shared_cache_purge_url"));
  const { id, small } = await addSizes(db, {}, { ...counted, stockQuantity: 90 });
  for (let times = 0; times < 2; times++) await orderAndCancel(id, small);
  const { rows } = await db.execute(sql`select payload->'tags' as tags from graphile_worker._private_jobs
    where key = ${`purge stock:${id}`}`);
  expect(rows).toEqual([{ tags: [`stock:${id}`] }]);
});

test("shared stock below the minimum quantity of one variation is announced when another is sold", async () => {
  const { id, small, large } = await addSizes(db, counted);
  await db.execute(sql`update products set min_quantity = 12 where id = ${large}`);
  const tags = [`stock:${id}`, `product:${id}`, "products"];
  expect(await orderAndCancel(id, small)).toMatchObject({ placed: { tags }, cancelled: { tags } });
});

test("shared stock at the low-stock amount of one variation is announced when another is sold", async () => {
  const { id, small, large } = await addSizes(db, counted);
  await db.execute(sql`update products set low_stock_amount = 25 where id = ${large}`);
  const tags = [`stock:${id}`, `product:${id}`];
  expect(await orderAndCancel(id, small)).toMatchObject({ placed: { tags }, cancelled: { tags } });
});
