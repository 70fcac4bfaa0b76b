import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { addProduct, addSizes } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { openSmallShop, SmallBrowser } from "./entrance.fixtures.ts";

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

test("a variation has every key of the protocol with its type, for any custom_data", async () => {
  const { id } = await addSizes(db, {}, { weightGrams: null, soldIndividually: true });
  const call = { product_id: id, attribute_size: "Small", custom_data: '{"gift":"yes"}' };
  const answer = await browser.post("/?wc-ajax=get_variation", call);
  const variation = answer.json<Record<string, unknown>>();
  const types = Object.fromEntries(Object.entries(variation).map(([key, value]) => [key, typeof value]));
  expect(types).toEqual({
    ...typed("object", "attributes", "dimensions", "image"),
    ...typed("boolean", "backorders_allowed", "is_downloadable", "is_in_stock", "is_purchasable", "is_virtual"),
    ...typed("boolean", "variation_is_active", "variation_is_visible"),
    ...typed("number", "display_price", "display_regular_price", "image_id", "min_qty", "variation_id"),
    ...typed("string", "availability_html", "dimensions_html", "is_sold_individually", "price_html", "sku", "weight"),
    ...typed("string", "weight_html", "variation_description", "max_qty", "offer_html"),
  });
  const { image, image_id } = variation as { image: Record<string, unknown>; image_id: number };
  const sides = ["src", "full_src", "gallery_thumbnail_src", "thumb_src"];
  const keys = [
    ...sides,
    ...sides.flatMap((name) => [`${name}_w`, `${name}_h`]),
    "srcset",
    "sizes",
    "title",
    "caption",
  ];
  expect(Object.keys(image).toSorted()).toEqual([...keys, "alt", "url"].toSorted());
  expect([image.src, image.srcset, image_id]).toEqual(["", false, 0]);
  expect(variation).toMatchObject({ weight_html: "N/A", dimensions_html: "N/A", is_sold_individually: "no" });
  expect((await browser.post("/?wc-ajax=get_variation", { ...call, custom_data: "" })).json()).toEqual(variation);
});

const typed = (type: string, ...keys: string[]) => Object.fromEntries(keys.map((key) => [key, type]));

test("get_variation returns the match, false without one, the empty answer without a product", async () => {
  const { id, large } = await addSizes(db, {}, { regularPrice: 1500 });
  const found = await call("get_variation", { product_id: id, attribute_size: "Large" });
  expect(found.headers["content-type"]).toBe("application/json; charset=UTF-8");
  expect(found.json()).toMatchObject({
    variation_id: large,
    attributes: { attribute_size: "Large" },
    display_price: 1500,
    is_in_stock: true,
    is_purchasable: true,
  });
  expect((await call("get_variation", { product_id: id, attribute_size: "Huge" })).body).toBe("false");
  expect((await call("get_variation", { product_id: id })).body).toBe("false");
  for (const product_id of ["", "x", 987_654_321, await addProduct(db)])
    expect((await call("get_variation", { product_id })).body).toBe("");
});

test("an out-of-stock variation is purchasable in the protocol, which reports stock separately", async () => {
  const { id } = await addSizes(db, {}, { stockStatus: "outofstock" });
  const found = await call("get_variation", { product_id: id, attribute_size: "Large" });
  expect(found.json()).toMatchObject({ is_purchasable: true, is_in_stock: false, variation_is_visible: true });
});

test("max_qty is the limit of the cart's quantity field, also for stock that pages do not show", async () => {
  const sold = { managesStock: true, stockQuantity: 40, lowStockAmount: 5 };
  const { id } = await addSizes(db, { name: "Tea" }, sold);
  const find = async (product_id: number) =>
    (await call("get_variation", { product_id, attribute_size: "Small" })).json();
  expect(await find(id)).toMatchObject({
    max_qty: 40,
    min_qty: 1,
    availability_html: expect.not.stringContaining("40"),
  });
  const refused = await call("add_to_cart", { product_id: id, attribute_size: "Small", quantity: 41 });
  expect(refused.json()).toMatchObject({ error: true });
  expect((await browser.get("/")).json().notices).toMatchObject([{ values: { name: "Tea, Small", remaining: 40 } }]);

  const added = await call("add_to_cart", { product_id: id, attribute_size: "Small", quantity: 1 });
  expect(added.json().fragments["div.widget_shopping_cart_content"]).toContain('max="40"');
});

test("max_qty is empty without a limit and for a variation without stock, and 1 for items sold individually", async () => {
  const limit = async (...made: Parameters<typeof addSizes>) => {
    const { id } = await addSizes(...made);
    return (await call("get_variation", { product_id: id, attribute_size: "Small" })).json().max_qty;
  };
  const stock = { managesStock: true, stockQuantity: 7 };
  expect(await limit(db)).toBe("");
  expect(await limit(db, {}, { ...stock, stockQuantity: 0 })).toBe("");
  expect(await limit(db, { maxQuantity: 8 }, { ...stock, stockQuantity: 0 })).toBe("");
  expect(await limit(db, {}, { ...stock, backorders: "notify" })).toBe("");
  expect(await limit(db, stock)).toBe(7);
  expect(await limit(db, { ...stock, maxQuantity: 3 })).toBe(3);
  expect(await limit(db, { soldIndividually: true })).toBe(1);
});

test("get_variation returns a price unless it equals the product's", async () => {
  const priceOf = async (id: number) =>
    (await call("get_variation", { product_id: id, attribute_size: "Large" })).json<{ price_html: string }>()
      .price_html;
  const reduced = { salePrice: 500 };
  expect(await priceOf((await addSizes(db, {}, { regularPrice: 800, ...reduced })).id)).toBe("");
  const other = await addSizes(db, {}, { regularPrice: 800, ...reduced });
  await db.execute(sql`update products set regular_price = 1000 where id = ${other.large}`);
  expect(await priceOf(other.id)).toMatch(/500.*1,000/);
  expect(await priceOf((await addSizes(db)).id)).toBe("");
});
