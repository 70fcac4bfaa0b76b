import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { Freshness } from "../freshness.ts";
import { openCatalogueIndex } from "./catalogue-index.ts";
import { StoreFactsCache } from "./store-facts.ts";

let database: TestDatabase;
let catalogue: ReturnType<typeof openCatalogueIndex>;
const now = new Date("2026-11-21T12:00:00Z");

beforeAll(async () => {
  database = await createTestDatabase();
  // Categories: Vitamins > Single; Minerals. One product is in both Vitamins categories, one is not listed, one has no
  // category.
  await database.pool.query(`
    insert into categories (id, parent_id, slug, name) overriding system value values
      (9001, null, 'vitamins', 'Vitamins'), (9002, 9001, 'single', 'Single'), (9003, null, 'minerals', 'Minerals');
    insert into products (id, type, slug, name, visibility, status) overriding system value values
      (9101, 'simple', 'c', 'C', 'visible', 'publish'), (9102, 'simple', 'd', 'D', 'catalog', 'publish'),
      (9103, 'simple', 'k', 'K', 'search', 'publish'), (9104, 'simple', 'e', 'E', 'visible', 'draft'),
      (9105, 'simple', 'none', 'None', 'visible', 'publish');
    insert into product_categories (product_id, category_id) values
      (9101, 9001), (9101, 9002), (9102, 9002), (9103, 9002), (9104, 9003)`);
});

beforeEach(() => {
  catalogue = openCatalogueIndex(database.db);
});

async function countsOf(facts: StoreFactsCache): Promise<Record<string, number>> {
  const { categories } = await facts.get();
  const countOf = await facts.counts();
  return Object.fromEntries(categories.all.map((category) => [category.slug, countOf(category)]));
}

const byDatabase = () => countsOf(new StoreFactsCache(database.db, new Freshness()));
const byCatalogue = () => countsOf(new StoreFactsCache(database.db, new Freshness(), () => catalogue.readIfBuilt(now)));

test("the index counts if it is built, and each category includes those below it", async () => {
  const asked: (readonly number[])[] = [];
  const view = await catalogue.read(now);
  const facts = new StoreFactsCache(database.db, new Freshness(), async () => ({
    ...view,
    countListed: (ids) => 70 + asked.push(ids),
  }));
  expect(await countsOf(facts)).toEqual({ minerals: 71, vitamins: 72, single: 73 });
  expect(asked).toEqual([[9003], [9001, 9002], [9002]]);
});

test("a change of products counts again and keeps the facts", async () => {
  const freshness = new Freshness();
  const keeper = new StoreFactsCache(database.db, freshness);
  const [facts, counts] = [await keeper.get(), await keeper.counts()];
  freshness.apply(["products"]);
  expect(await keeper.get()).toBe(facts);
  expect(await keeper.counts()).not.toBe(counts);
});

describe("a category counts listed products in and below it, each once", () => {
  test("by the database", async () => {
    expect(await byDatabase()).toEqual({ vitamins: 2, single: 2, minerals: 0 });
  });

  test("by the catalogue index, once it is loaded", async () => {
    expect(await catalogue.readIfBuilt(now)).toBeUndefined();
    await catalogue.read(now);
    expect(await byCatalogue()).toEqual({ vitamins: 2, single: 2, minerals: 0 });
  });

  test("by the catalogue index after a single change, by the database after a change of everything", async () => {
    await catalogue.read(now);
    await database.pool.query("update products set status = 'publish' where id = 9104");
    catalogue.apply(["product:9104", "products"]);
    expect(await byCatalogue()).toEqual({ vitamins: 2, single: 2, minerals: 1 });
    expect(await byDatabase()).toEqual({ vitamins: 2, single: 2, minerals: 1 });
    catalogue.apply("*");
    expect(await catalogue.readIfBuilt(now)).toBeUndefined();
    expect(await byCatalogue()).toEqual({ vitamins: 2, single: 2, minerals: 1 });
  });
});
