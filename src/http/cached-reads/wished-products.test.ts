import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { withStatementCount } from "#db/statement-count.ts";
import { addProduct, addSizes, noon } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { Freshness } from "../freshness.ts";
import { ProductCards } from "./product-cards.ts";
import { StoreFactsCache } from "./store-facts.ts";
import { WishedProducts } from "./wished-products.ts";

let database: TestDatabase;
let freshness: Freshness;

beforeAll(async () => {
  database = await createTestDatabase();
});

function open() {
  const { db } = database;
  freshness = new Freshness();
  const wished = new WishedProducts(db, freshness, new ProductCards(db, freshness));
  const facts = new StoreFactsCache(db, freshness);
  return async (ids: readonly number[]) => wished.find(ids, await facts.get(), noon);
}

test("a product is shown with its own name, price and link", async () => {
  const id = await addProduct(database.db, { name: "Zinc", sku: "ZN", regularPrice: 1200, salePrice: 900 });
  const found = (await open()([id])).get(id);
  expect(found).toMatchObject({ id, productId: id, type: "simple", name: "Zinc", sku: "ZN", chosen: {}, choices: [] });
  expect(found).toMatchObject({ price: { min: 900, was: 1200 }, isReady: true });
});

test("a variation is shown with its product's name and its own choices, price and stock", async () => {
  const { id, small, large } = await addSizes(database.db, { name: "Whey" }, { regularPrice: 500 });
  await database.db.execute(
    sql`update products set regular_price = 800, stock_status = 'outofstock' where id = ${large}`,
  );
  const found = await open()([small, large]);
  expect(found.get(small)).toMatchObject({ productId: id, type: "variable", name: "Whey", choices: ["Small"] });
  expect(found.get(small)).toMatchObject({ chosen: { size: "Small" }, price: { min: 500 }, isReady: true });
  expect(found.get(large)).toMatchObject({
    price: { min: 800 },
    availability: { status: "outofstock" },
    isReady: false,
  });
});

test("a variable product, and a variation with an open choice, cannot go into the cart by one press", async () => {
  const { id, small } = await addSizes(database.db, {}, { regularPrice: 500 });
  await database.db.execute(sql`update variation_attributes set value = '' where variation_id = ${small}`);
  const found = await open()([id, small]);
  expect(found.get(id)?.isReady).toBe(false);
  expect(found.get(small)?.isReady).toBe(false);
});

test("a variation inherits the stock of its product", async () => {
  const { small } = await addSizes(
    database.db,
    { managesStock: true, stockQuantity: 0, stockStatus: "outofstock" },
    { regularPrice: 500 },
  );
  expect((await open()([small])).get(small)?.availability.status).toBe("outofstock");
});

test.each([
  ["unpublished", { status: "draft" }],
  ["hidden", { visibility: "hidden" }],
] as const)("%s products are left out", async (_, given) => {
  const id = await addProduct(database.db, given);
  expect(await open()([id])).toEqual(new Map());
});

test("unknown products, and variations of an unpublished product, are left out", async () => {
  const { small } = await addSizes(database.db, { status: "private" }, { regularPrice: 500 });
  expect(await open()([small, 999_999_999])).toEqual(new Map());
});

test("any number of products takes two statements at first and none afterwards", async () => {
  const { db } = database;
  const ids = await Promise.all(Array.from({ length: 30 }, () => addProduct(db)));
  const { small, large } = await addSizes(db, {}, { regularPrice: 500 });
  const find = open();
  await find([]);
  const cold = await withStatementCount(() => find([...ids, small, large]));
  expect(cold.statements).toBe(2);
  expect(cold.result.size).toBe(32);
  const warm = await withStatementCount(() => find([...ids, small, large]));
  expect(warm.statements).toBe(0);
});

test("a change of a product is shown", async () => {
  const { db } = database;
  const { id, small } = await addSizes(db, {}, { regularPrice: 500 });
  const find = open();
  await find([small]);
  await db.execute(sql`update products set regular_price = 700 where id = ${small}`);
  expect((await find([small])).get(small)?.price?.min).toBe(500);
  freshness.apply([`product:${id}`]);
  expect((await find([small])).get(small)?.price?.min).toBe(700);
});
