import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { withStatementCount } from "#db/statement-count.ts";
import { addSizes } from "#shop/cart/cart.fixtures.ts";
import * as productDetail from "#shop/catalogue/product-detail.ts";
import type { Review } from "#shop/reviews/review.ts";
import { questionsPerPage } from "#shop/reviews/review-order.rules.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { Freshness } from "../freshness.ts";
import { ProductDetails } from "./product-details.ts";
import { type StoreFacts, StoreFactsCache } from "./store-facts.ts";

vi.mock("#shop/catalogue/product-detail.ts", { spy: true });

let database: TestDatabase;
let facts: StoreFacts;
let ids: number[];
let freshness: Freshness;
const noon = new Date("2026-11-21T12:00:00Z");
beforeAll(async () => {
  database = await createTestDatabase();
  facts = await new StoreFactsCache(database.db, new Freshness()).get();
});
beforeEach(async () => {
  freshness = new Freshness();
  await database.pool.query("delete from products");
  ids = [];
  for (const slug of ["a", "b", "c"]) {
    const { id } = await addSizes(database.db, { slug, name: `Product ${slug}` }, { regularPrice: 1500 });
    ids.push(id);
  }
  reads().mockClear();
});

const reads = () => vi.mocked(productDetail.findProduct);
const nameOf = async (details: ProductDetails, key: string | number) =>
  (await details.find(key, facts, noon))?.product.name;

test("a product is read once, by slug or id, and is the same object until it changes", async () => {
  const details = new ProductDetails(database.db, freshness);
  const first = await details.find("a", facts, noon);
  const again = await details.find(ids[0] ?? 0, facts, noon);
  expect(again?.product).toBe(first?.product);
  expect(first?.product.variations).toHaveLength(2);
  expect(reads()).toHaveBeenCalledTimes(1);
});

test("variations, unknown ids and drafts are not found", async () => {
  const details = new ProductDetails(database.db, freshness);
  const variation = (await details.find("a", facts, noon))?.product.variations[0];
  await database.pool.query("update products set status = 'draft' where id = $1", [ids[1]]);
  for (const key of [variation?.id ?? 0, 987_654_321, ids[1] ?? 0, "none", "constructor"])
    expect(await details.find(key, facts, noon)).toBeUndefined();
});

test("a change of the product or of the settings causes a new read, changes of other products do not", async () => {
  for (const [version, tag] of ([`product:${ids[0] ?? 0}`, "settings"] as const).entries()) {
    const details = new ProductDetails(database.db, freshness);
    const before = await nameOf(details, "a");
    await database.pool.query("update products set name = $1 where id = $2", [`Version ${version}`, ids[0]]);
    freshness.apply(["articles", "products", `product:${ids[1] ?? 0}`]);
    expect(await nameOf(details, "a")).toBe(before);
    freshness.apply([tag]);
    expect(await nameOf(details, "a")).toBe(`Version ${version}`);
  }
});

test("a product read before a change is not cached after it", async () => {
  const details = new ProductDetails(database.db, freshness);
  const before = details.find("a", facts, noon);
  freshness.apply([`product:${ids[0] ?? 0}`]);
  await before;
  await details.find("a", facts, noon);
  expect(reads()).toHaveBeenCalledTimes(2);
});

test("while the change log cannot be read nothing is cached", async () => {
  const details = new ProductDetails(database.db, freshness);
  freshness.markUnreadable(0);
  for (let time = 0; time < 2; time++) await details.find("a", facts, noon);
  freshness.markReadable();
  for (let time = 0; time < 2; time++) await details.find("a", facts, noon);
  expect(reads()).toHaveBeenCalledTimes(3);
});

test("the least recently used product is evicted, counting variations", async () => {
  const details = new ProductDetails(database.db, freshness, undefined, 6);
  for (const key of ["a", "b", "a", "c", "a", "b"]) await details.find(key, facts, noon);
  expect(reads().mock.calls.map(([, key]) => key)).toEqual(["a", "b", "c", "b"]);
});

test("related products are read once, until any product changes", async () => {
  const details = new ProductDetails(database.db, freshness);
  const related = vi.mocked(productDetail.listRelatedIds);
  related.mockClear();
  for (let time = 0; time < 2; time++) await details.listRelatedIds(ids[0] ?? 0, []);
  expect(related).toHaveBeenCalledTimes(1);
  freshness.apply(["products"]);
  expect(await details.listRelatedIds(ids[0] ?? 0, [])).toEqual([]);
  expect(related).toHaveBeenCalledTimes(2);
});

test("reviews and questions are read by one statement, once, until the product changes", async () => {
  const details = new ProductDetails(database.db, freshness);
  const id = ids[0] ?? 0;
  const read = () =>
    withStatementCount(async () => {
      const [reviews, questions] = await Promise.all([
        details.findReviews(id, 1, { order: "newest", stars: null }),
        details.findQuestions(id, 1),
      ]);
      const words = (threads: readonly Review[] = []): unknown[] =>
        threads.map(({ authorName, replies }) => (replies.length > 0 ? [authorName, words(replies)] : authorName));
      return [words(reviews?.reviews), reviews?.total, words(questions?.questions), questions?.pageCount];
    });
  const write = async (kind: string, author: string, parent: number | null = null): Promise<number> => {
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into reviews (product_id, kind, author_name, author_email, rating, body, parent_id, thread_id)
        values ($1, $2, $3, '', case when $2 = 'review' then 5 end, 'Good', $4, $4) returning id`,
      [id, kind, author, parent],
    );
    return rows[0]?.id ?? 0;
  };
  expect(await read()).toEqual({ result: [[], 0, [], 1], statements: 1 });
  const question = await write("question", "Asma");
  for (let count = 0; count < questionsPerPage; count++) await write("question", `Reader ${count}`);
  await write("review", "Amna");
  await write("review", "Bilal");
  await write("question", "The shop", question);
  freshness.apply(["products", `product:${ids[1] ?? 0}`]);
  expect(await read()).toEqual({ result: [[], 0, [], 1], statements: 0 });
  freshness.apply([`product:${id}`]);
  const newest = Array.from({ length: questionsPerPage }, (_, count) => `Reader ${count}`).reverse();
  expect(await read()).toEqual({ result: [["Bilal", "Amna"], 2, newest, 2], statements: 1 });
  const older = await details.findQuestions(id, 2);
  expect(older?.questions.map((one) => [one.authorName, one.replies[0]?.authorName])).toEqual([["Asma", "The shop"]]);
});

test("a scheduled price is shown from its start", async () => {
  const begins = new Date("2026-11-21T13:00:00Z");
  await database.pool.query("update products set sale_price = 1000, sale_starts_at = $1 where parent_id = $2", [
    begins.toISOString(),
    ids[0],
  ]);
  const details = new ProductDetails(database.db, freshness);
  const before = await details.find("a", facts, noon);
  expect([before?.product.price?.min, before?.until]).toEqual([1500, begins]);
  expect((await details.find("a", facts, begins))?.product.price?.min).toBe(1000);
});
