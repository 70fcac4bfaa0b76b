import { sql } from "drizzle-orm";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { openSmallShop, SmallBrowser } from "../entrance.fixtures.ts";

let db: Database;
let app: FastifyInstance;
let browser: SmallBrowser;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
  ({ app } = await openSmallShop(db));
});
afterAll(() => app.close());
beforeEach(() => {
  browser = new SmallBrowser(app);
});

const call = (endpoint: string, form: Record<string, string | number> = {}) =>
  browser.post(`/?wc-ajax=${endpoint}`, form);
const noticeKeys = async () => {
  const { notices } = (await browser.get("/")).json<{ notices: { messageKey: string }[] }>();
  return notices.map(({ messageKey }) => messageKey);
};
const headerOf = (answer: LightMyRequestResponse) => answer.json().fragments["a.cart-container"];

test("fragments after a price change keep their format, and the notice is added once", async () => {
  const id = await addProduct(db, { regularPrice: 100_000 });
  await call("add_to_cart", { product_id: id });
  await db.execute(sql`update products set regular_price = 120000 where id = ${id}`);
  const answers = [await call("get_refreshed_fragments"), await call("get_refreshed_fragments")];
  for (const answer of answers) {
    const body = answer.json();
    expect(Object.keys(body)).toEqual(["fragments", "cart_hash"]);
    const set = answer.cookies.filter(({ name }) => name === "woocommerce_cart_hash");
    expect(set.map(({ value }) => value)).toEqual([body.cart_hash]);
  }
  expect(browser.cookies.get("chowk_notice")).toBe("1");
  expect(await noticeKeys()).toEqual(["notices.priceChanged"]);
});

test.each(["get_refreshed_fragments", "add_to_cart"])("%s limits a line to the remaining stock", async (endpoint) => {
  const scarce = await addProduct(db, { managesStock: true, stockQuantity: 9 });
  await call("add_to_cart", { product_id: scarce, quantity: 5 });
  await db.execute(sql`update products set stock_quantity = 3 where id = ${scarce}`);
  const answer = await call(endpoint, endpoint === "add_to_cart" ? { product_id: await addProduct(db) } : {});
  expect(headerOf(answer)).toContain(endpoint === "add_to_cart" ? ">4</span>" : ">3</span>");
  expect(browser.cookies.get("woocommerce_cart_hash")).toBe(answer.json().cart_hash);
  expect(await noticeKeys()).toEqual(["notices.held"]);
  expect((await call("get_refreshed_fragments")).json().cart_hash).toBe(answer.json().cart_hash);
  expect(await noticeKeys()).toEqual([]);
});

test("an out-of-stock line is reported only while the cart is visible, and once while the notice is pending", async () => {
  const id = await addProduct(db, { managesStock: true, stockQuantity: 1 });
  await call("add_to_cart", { product_id: id });
  await db.execute(sql`update products set stock_quantity = 0, stock_status = 'outofstock' where id = ${id}`);
  expect(headerOf(await call("get_refreshed_fragments"))).toContain(">1</span>");
  expect(await noticeKeys()).toEqual([]);
  for (const _ of [1, 2]) await call("get_refreshed_fragments", { chowk_shown: 1 });
  expect(await noticeKeys()).toEqual(["notices.outOfStock"]);
});
