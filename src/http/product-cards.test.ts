import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as products from "#shop/catalogue/products.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/test-database.ts";
import { ProductCards } from "./product-cards.ts";

vi.mock("#shop/catalogue/products.ts", { spy: true });

let database: TestDatabase;
let ids: number[];
beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
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
const namesOf = async (cards: ProductCards, wanted = ids) => (await cards.list(wanted)).map(({ name }) => name);

test("cards come in the order of their ids, are read once, and only what is missing is asked for", async () => {
  const cards = new ProductCards(database.db);
  const [a = 0, b = 0, c = 0] = ids;
  expect(await namesOf(cards, [b, a])).toEqual(["Product 2", "Product 1"]);
  expect(await namesOf(cards, [a, c, 999_999, b])).toEqual(["Product 1", "Product 3", "Product 2"]);
  expect(asked()).toEqual([
    [b, a],
    [c, 999_999],
  ]);
});

test("a change of a product, of the listings or of the settings has it read again", async () => {
  const tags = [`product:${ids[0] ?? 0}`, "products", "settings"] as const;
  for (const [version, tag] of tags.entries()) {
    const cards = new ProductCards(database.db);
    const [before] = await namesOf(cards);
    await database.pool.query("update products set name = $1 where id = $2", [`Version ${version}`, ids[0]]);
    cards.forget(["articles", "product:1"]);
    expect((await namesOf(cards))[0]).toBe(before);
    cards.forget([tag]);
    expect((await namesOf(cards))[0]).toBe(`Version ${version}`);
  }
});

test("what was read before a change is not kept after it", async () => {
  const cards = new ProductCards(database.db);
  const before = cards.list(ids);
  cards.forget([`product:${ids[0] ?? 0}`]);
  await before;
  await cards.list(ids);
  expect(asked().at(-1)).toEqual([ids[0]]);
});

test("while no news arrive nothing is kept, and what was kept is forgotten", async () => {
  const cards = new ProductCards(database.db);
  await cards.list(ids);
  cards.setNewsLost(true);
  for (let time = 0; time < 2; time++) await cards.list(ids);
  cards.setNewsLost(false);
  for (let time = 0; time < 2; time++) await cards.list(ids);
  expect(asked()).toHaveLength(4);
});

test("the least recently used card makes room", async () => {
  const cards = new ProductCards(database.db, 2);
  const [a = 0, b = 0, c = 0] = ids;
  for (const id of [a, b, a, c, a, b]) await cards.list([id]);
  expect(asked()).toEqual([[a], [b], [c], [b]]);
});
