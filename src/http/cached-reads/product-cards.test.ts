import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as products from "#shop/catalogue/products.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { Freshness } from "../freshness.ts";
import { ProductCards } from "./product-cards.ts";
import { type StoreFacts, StoreFactsCache } from "./store-facts.ts";

vi.mock("#shop/catalogue/products.ts", { spy: true });

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
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into products (type, slug, name, regular_price)
      select 'simple', 'p' || n, 'Product ' || n, n * 100 from generate_series(1, 4) n returning id`,
  );
  ids = rows.map(({ id }) => id);
  reads().mockClear();
});

const reads = () => vi.mocked(products.listProductsById);
const asked = () => reads().mock.calls.map(([, wanted]) => wanted);
const list = (cards: ProductCards, wanted = ids, now = noon) => cards.list(wanted, facts, now);
const namesOf = async (cards: ProductCards, wanted = ids) => (await list(cards, wanted)).cards.map(({ name }) => name);

test("cards are returned in the order of their ids, and only missing ones are read", async () => {
  const cards = new ProductCards(database.db, freshness);
  const [a = 0, b = 0, c = 0] = ids;
  expect(await namesOf(cards, [b, a])).toEqual(["Product 2", "Product 1"]);
  expect(await namesOf(cards, [a, c, 999_999, b])).toEqual(["Product 1", "Product 3", "Product 2"]);
  expect(asked()).toEqual([
    [b, a],
    [c, 999_999],
  ]);
});

test("a change of the product or of the settings causes a new read, changes of other products do not", async () => {
  const tags = [`product:${ids[0] ?? 0}`, "settings"] as const;
  for (const [version, tag] of tags.entries()) {
    const cards = new ProductCards(database.db, freshness);
    const [before] = await namesOf(cards);
    await database.pool.query("update products set name = $1 where id = $2", [`Version ${version}`, ids[0]]);
    freshness.apply(["articles", "products", "product:1"]);
    expect((await namesOf(cards))[0]).toBe(before);
    freshness.apply([tag]);
    expect((await namesOf(cards))[0]).toBe(`Version ${version}`);
  }
});

test("a card read before a change is not cached after it", async () => {
  const cards = new ProductCards(database.db, freshness);
  const before = list(cards, ids);
  freshness.apply([`product:${ids[0] ?? 0}`]);
  await before;
  await list(cards, ids);
  expect(asked().at(-1)).toEqual([ids[0]]);
});

test("while the change log cannot be read products are read each time; cached ones are used again afterwards", async () => {
  const cards = new ProductCards(database.db, freshness);
  await list(cards, ids);
  freshness.markUnreadable(0);
  for (let time = 0; time < 2; time++) await list(cards, ids);
  freshness.markReadable();
  for (let time = 0; time < 2; time++) await list(cards, ids);
  expect(asked()).toHaveLength(3);
});

test("the least recently used card is evicted", async () => {
  const cards = new ProductCards(database.db, freshness, 2);
  const [a = 0, b = 0, c = 0] = ids;
  for (const id of [a, b, a, c, a, b]) await list(cards, [id]);
  expect(asked()).toEqual([[a], [b], [c], [b]]);
});

test("a card is the same object until a scheduled price change, different facts or a clock set back", async () => {
  await database.pool.query("update products set sale_price = 50, sale_starts_at = $1", [
    new Date("2026-11-21T12:30:00Z"),
  ]);
  const cards = new ProductCards(database.db, freshness);
  const at = async (time: string, given = facts) => {
    const shown = await cards.list(ids.slice(0, 1), given, new Date(`2026-11-21T${time}Z`));
    return { card: shown.cards[0], price: shown.cards[0]?.price?.min, until: shown.until?.toISOString() };
  };
  const first = await at("12:00:00");
  expect(first).toMatchObject({ price: 100, until: "2026-11-21T12:30:00.000Z" });
  expect((await at("12:29:59")).card).toBe(first.card);
  expect(await at("12:30:00")).toMatchObject({ price: 50, until: undefined });
  expect(await at("12:10:00")).toMatchObject({ price: 100 });
  const again = await at("12:15:00");
  expect((await at("12:15:00", { ...facts })).card).not.toBe(again.card);
});
