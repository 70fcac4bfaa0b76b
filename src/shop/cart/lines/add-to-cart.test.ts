import { createHash, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { withStatementCount } from "#db/statement-count.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { addProduct, addSizes, codeOf, defaultSettings, noon, openSession } from "../cart.fixtures.ts";
import { deleteOldAttempts } from "../cart-attempts.ts";
import { getCart } from "../carts.ts";
import { addGroupedToCart } from "./add-grouped-to-cart.ts";
import { addToCart } from "./add-to-cart.ts";
import { removeLine } from "./remove-line.ts";

let db: Database;
let session: number;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});
beforeEach(async () => {
  session = await openSession(db);
});

const add = (productId: number, quantity: number | null = 1, attributes = {}, variationId: number | null = null) =>
  addToCart(db, session, { productId, variationId, quantity, attributes }, noon);
const cart = () => getCart(db, session, defaultSettings, noon);
const md5 = (text: string) => createHash("md5").update(text).digest("hex");

test("a simple product makes a line with the key md5(id), and adding it again raises the quantity", async () => {
  const id = await addProduct(db, { regularPrice: 2500, salePrice: 2000, name: "Zinc" });
  await add(id, 2);
  await add(id, 3);
  const now = await cart();
  expect(now.lines).toMatchObject([
    { key: md5(String(id)), name: "Zinc", quantity: 5, unitPrice: 2000, total: 10_000 },
  ]);
  expect(now).toMatchObject({ subtotal: 10_000, total: 10_000, itemCount: 5, problems: [], dropped: [] });
  expect(now.hash).toMatch(/^[0-9a-f]{32}$/);
});

test("a variation is found by its attributes, by its id, and as a product of its own", async () => {
  const { id, small, large } = await addSizes(db, { name: "Tea" });
  await add(id, 1, { size: "Small" });
  await add(id, 1, { size: "Small" }, small);
  await add(large);
  const { lines } = await cart();
  expect(lines.map((line) => [line.variationId, line.quantity, line.choices])).toEqual([
    [small, 2, [{ label: "Size", value: "Small" }]],
    [large, 1, [{ label: "Size", value: "Large" }]],
  ]);
  expect(lines[0]?.key).toBe(md5(`${id}_${small}_attribute_sizeSmall`));
});

test("a variation that leaves an attribute open makes one line for each chosen value", async () => {
  const { id, small } = await addSizes(db);
  await db.execute(sql`update variation_attributes set value = '' where variation_id = ${small}`);
  await add(id, 1, { size: "Small" }, small);
  await add(id, 1, { size: "Large" }, small);
  expect((await cart()).lines.map((line) => line.choices[0]?.value)).toEqual(["Small", "Large"]);
  expect(await codeOf(add(small))).toBe("variation_attribute_missing");
  expect(await codeOf(add(id, 1, { size: "Huge" }, small))).toBe("variation_attribute_invalid");
});

test("an add without a quantity adds the minimum first, then one", async () => {
  const id = await addProduct(db, { minQuantity: 3, maxQuantity: 5 });
  expect(await add(id, null)).toMatchObject({ quantity: 3 });
  expect(await add(id, null)).toMatchObject({ quantity: 1 });
  expect((await cart()).lines).toMatchObject([{ quantity: 4 }]);
  await db.execute(sql`update cart_lines set quantity = 1 where session_id = ${session}`);
  expect(await add(id, null)).toMatchObject({ quantity: 2 });
  const { small } = await addSizes(db, { soldIndividually: true, minQuantity: 3 });
  expect(await add(small, null)).toMatchObject({ quantity: 1 });
});

test("a variation whose attributes have changed leaves the cart", async () => {
  const { id, small, large } = await addSizes(db, { name: "Tea" });
  await add(small);
  await add(large);
  await db.execute(sql`update variation_attributes set value = 'Medium' where variation_id = ${small}`);
  expect(await cart()).toMatchObject({ lines: [{ variationId: large }], dropped: [{ name: "Tea" }] });
  await db.execute(sql`insert into product_attributes (product_id, position, slug, name, is_for_variations, options)
    values (${id}, 1, 'colour', 'Colour', true, '{Red}')`);
  expect((await cart()).lines).toEqual([]);
});

test("an item sold individually that is already in the cart is refused for that reason first", async () => {
  const states = [
    sql`stock_status = 'outofstock'`,
    sql`manages_stock = true, stock_quantity = 0`,
    sql`regular_price = null`,
  ];
  for (const state of states) {
    const id = await addProduct(db, { soldIndividually: true });
    await add(id);
    await db.execute(sql`update products set ${state} where id = ${id}`);
    expect(await codeOf(add(id))).toBe("product_sold_individually");
  }
  const out = await addProduct(db, { soldIndividually: true, stockStatus: "outofstock" });
  expect(await codeOf(add(out))).toBe("product_out_of_stock");
});

test("a stock below the product's minimum quantity counts as out of stock", async () => {
  const id = await addProduct(db, { name: "Pair", minQuantity: 2, managesStock: true, stockQuantity: 3 });
  await add(id, 2);
  await db.execute(sql`update products set stock_quantity = 1 where id = ${id}`);
  expect((await cart()).problems).toMatchObject([{ name: "Pair", code: "out_of_stock" }]);
  expect(await codeOf(add(id, 2))).toBe("product_out_of_stock");
  const shared = await addSizes(db, { minQuantity: 2, managesStock: true, stockQuantity: 5 });
  await add(shared.small, 2);
  await add(shared.large, 2);
  await db.execute(sql`update products set stock_quantity = 3 where id = ${shared.id}`);
  expect((await cart()).problems.map(({ code }) => code)).toEqual(["out_of_stock", "out_of_stock"]);
  await db.execute(sql`update products set stock_quantity = 1 where id = ${shared.id}`);
  expect((await cart()).problems.map(({ code }) => code)).toEqual(["out_of_stock", "out_of_stock", "out_of_stock"]);
});

test("quantities beyond safe amounts are refused", async () => {
  const id = await addProduct(db, { regularPrice: 100_000_000_000 });
  await expect(add(id, 1_000_000)).rejects.toMatchObject({ code: "quantity_too_large", details: { max: 90 } });
  await add(id, 90);
  expect((await cart()).total).toBe(9_000_000_000_000);
});

test("a refusal names the chosen options, or the missing ones", async () => {
  const { id, small, large } = await addSizes(db, { name: "Tea" });
  await db.execute(sql`with made as (insert into attributes (slug, name) values ('pa_named', 'Size') returning id),
    named as (insert into attribute_values (attribute_id, slug, name) select id, lower(name), name || ' cup'
      from made, (values ('Small'), ('Large')) as v (name) returning attribute_id)
    update product_attributes set attribute_id = (select id from made), options = '{Small cup,Large cup}'
    where product_id = ${id}`);
  await db.execute(
    sql`update variation_attributes set value = lower(value) where variation_id in (${small}, ${large})`,
  );
  await db.execute(sql`update products set stock_status = 'outofstock' where id = ${large}`);
  await db.execute(sql`update products set status = 'draft' where id = ${small}`);
  const refusalOf = (attributes: Record<string, string>) => add(id, 1, attributes).catch((error: unknown) => error);
  const named = (code: string, name: string, more = {}) => ({
    code,
    details: { name, slug: expect.any(String), ...more },
  });
  expect(await refusalOf({ size: "large" })).toMatchObject(named("product_out_of_stock", "Tea, Large cup"));
  expect(await refusalOf({ size: "small" })).toMatchObject(named("variation_unknown", "Tea, Small cup"));
  const attributes = { attributes: "Size" };
  expect(await refusalOf({ size: "" })).toMatchObject(named("variation_attribute_missing", "Tea", attributes));
  expect(await refusalOf({ size: "huge" })).toMatchObject(named("variation_attribute_invalid", "Tea", attributes));
});

test("refusals come in the protocol's order", async () => {
  const { id, small } = await addSizes(db);
  const other = await addSizes(db);
  const ofPrice = (given: Parameters<typeof addProduct>[1]) => addProduct(db, given);
  expect(await codeOf(add(id, 0))).toBe("quantity_too_small");
  expect(await codeOf(add(999_999_999))).toBe("product_unknown");
  expect(await codeOf(add(id))).toBe("variation_attribute_missing");
  expect(await codeOf(add(id, 1, { size: "Large" }, small))).toBe("variation_attribute_invalid");
  expect(await codeOf(add(id, 1, { size: "Small" }, other.small))).toBe("variation_unknown");
  expect(await codeOf(add(await ofPrice({ regularPrice: null })))).toBe("product_not_purchasable");
  expect(await codeOf(add(await ofPrice({ status: "draft" })))).toBe("product_unknown");
  expect(await codeOf(add(await ofPrice({ type: "external" })))).toBe("product_not_purchasable");
  expect(await codeOf(add(await ofPrice({ stockStatus: "outofstock" })))).toBe("product_out_of_stock");
  expect(await codeOf(add(await ofPrice({ managesStock: true, stockQuantity: 0 })))).toBe("product_out_of_stock");
  expect(await codeOf(add(await ofPrice({ managesStock: true, stockQuantity: 2 }), 3))).toBe("stock_insufficient");
  expect(await codeOf(add(await ofPrice({ maxQuantity: 2 }), 3))).toBe("quantity_too_large");
  expect(await codeOf(add(await ofPrice({ minQuantity: 2 }), 1))).toBe("quantity_too_small");
  expect(await codeOf(add(await ofPrice({}), 5_000_000_000))).toBe("quantity_too_large");
  expect((await cart()).lines).toEqual([]);
});

test("an item sold individually is added once, whatever the quantity", async () => {
  const id = await addProduct(db, { soldIndividually: true });
  await add(id, 7);
  expect(await codeOf(add(id))).toBe("product_sold_individually");
  expect((await cart()).lines).toMatchObject([{ quantity: 1, maxQuantity: 1 }]);
});

test("stock is checked over all lines that share it, and the refusal includes the numbers", async () => {
  const { id, small, large } = await addSizes(db, { managesStock: true, stockQuantity: 3 });
  await add(small, 2);
  await expect(add(large, 2)).rejects.toMatchObject({
    code: "stock_insufficient_with_cart",
    details: { remaining: 3, inCart: 2 },
  });
  await add(large, 1);
  expect((await cart()).lines.map((line) => [line.productId, line.maxQuantity])).toEqual([
    [id, 2],
    [id, 1],
  ]);
});

test("products on backorder have no limit", async () => {
  await add(await addProduct(db, { managesStock: true, stockQuantity: 0, backorders: "notify" }), 9);
  expect((await cart()).lines).toMatchObject([{ quantity: 9, maxQuantity: null }]);
});

test("adding a group adds all members or none", async () => {
  const group = await addProduct(db, { type: "grouped", regularPrice: null });
  const first = await addProduct(db);
  const second = await addProduct(db, { managesStock: true, stockQuantity: 1 });
  await db.execute(sql`insert into product_links (product_id, kind, position, linked_id)
    values (${group}, 'grouped', 0, ${first}), (${group}, 'grouped', 1, ${second})`);
  const addGroup = (...wanted: [number, number][]) => addGroupedToCart(db, session, group, new Map(wanted), noon);
  expect(await codeOf(addGroup([first, 0]))).toBe("group_choose_quantity");
  expect(await codeOf(addGroup([first, 1], [second, 2]))).toBe("stock_insufficient");
  expect((await cart()).lines).toEqual([]);
  await addGroup([first, 2], [second, 1]);
  expect((await cart()).lines.map((line) => line.quantity)).toEqual([2, 1]);
});

test("a removed line that is added again starts at the end of the cart", async () => {
  const first = await addProduct(db);
  const second = await addProduct(db);
  await add(first, 4);
  await add(second);
  await removeLine(db, session, md5(String(first)), noon);
  await add(first, 1);
  expect((await cart()).lines.map((line) => [line.productId, line.quantity])).toEqual([
    [second, 1],
    [first, 1],
  ]);
});

test("20 parallel adds make one line of 20; with 7 in stock exactly 7 succeed", async () => {
  const free = await addProduct(db);
  const scarce = await addProduct(db, { managesStock: true, stockQuantity: 7 });
  const all = await Promise.all(Array.from({ length: 20 }, () => [codeOf(add(free)), codeOf(add(scarce))]).flat());
  expect(all.filter((code) => code === "done")).toHaveLength(27);
  expect(all.filter((code) => code === "stock_insufficient_with_cart")).toHaveLength(13);
  const quantities = (await cart()).lines
    .map((line) => [line.productId, line.quantity])
    .sort(([a = 0], [b = 0]) => a - b);
  expect(quantities).toEqual([
    [free, 20],
    [scarce, 7],
  ]);
});

test("parallel adds of two variations that share 5 in stock add 5 in total", async () => {
  const { small, large } = await addSizes(db, { managesStock: true, stockQuantity: 5 });
  await Promise.all(Array.from({ length: 20 }, (_, index) => codeOf(add(index % 2 ? small : large))));
  expect((await cart()).itemCount).toBe(5);
});

test("an add takes 2 statements; with session, cart and delivery zones 5", async () => {
  const id = await addProduct(db);
  const { statements } = await withStatementCount(async () => {
    await openSession(db);
    await add(id);
    await cart();
  });
  expect(statements).toBe(5);
});

test("the idempotency key of an add expires after a day, not earlier", async () => {
  const id = await addProduct(db);
  const attempt = randomUUID();
  const addition = { productId: id, variationId: null, quantity: 1, attributes: {} };
  await addToCart(db, session, addition, noon, { attempt });
  expect(await deleteOldAttempts(db, new Date(noon.getTime() + 23 * 3_600_000), 9)).toBe(0);
  expect(await deleteOldAttempts(db, new Date(noon.getTime() + 25 * 3_600_000), 9)).toBe(1);
});

test("products that are no longer sold are dropped, and stock shortages are reported", async () => {
  const gone = await addProduct(db, { name: "Gone" });
  const short = await addProduct(db, { name: "Short", managesStock: true, stockQuantity: 5 });
  await add(gone);
  await add(short, 4);
  await db.execute(sql`update products set status = 'draft' where id = ${gone}`);
  await db.execute(sql`update products set stock_quantity = 3 where id = ${short}`);
  const now = await cart();
  expect(now.dropped).toMatchObject([{ name: "Gone" }]);
  expect(now.problems).toMatchObject([{ name: "Short", code: "too_many", allowed: 3 }]);
  expect(now.subtotal).toBe(4000);
});
