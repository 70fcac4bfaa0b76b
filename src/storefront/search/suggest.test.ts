import { sql } from "drizzle-orm";
import fastify, { type FastifyInstance } from "fastify";
import { beforeAll, expect, test } from "vitest";
import { openCatalogueIndex } from "#http/cached-reads/catalogue-index.ts";
import { ProductCards } from "#http/cached-reads/product-cards.ts";
import { StoreFactsCache } from "#http/cached-reads/store-facts.ts";
import { Freshness } from "#http/freshness.ts";
import { routes } from "#routes";
import { indexProducts } from "#shop/catalogue/index-products.ts";
import { putSynonym } from "#shop/catalogue/search/synonyms.ts";
import { ArticleIndex } from "#shop/content/search/found-articles.ts";
import { indexAllArticles } from "#shop/content/search/index-articles.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { suggestRoute } from "./route.ts";
import type { Suggestions } from "./suggestions.ts";

let app: FastifyInstance;

beforeAll(async () => {
  const { db } = await createTestDatabase();
  await db.execute(sql`insert into products (id, type, slug, name, regular_price, sale_price)
    select 10 + g, 'simple', 'zinc-' || g, 'Zinc ' || g, 1500, 1200 from generate_series(1, 8) g`);
  await db.execute(
    sql`insert into categories (slug, name) values ('zincs', 'Zinc & iron'), ('empty', 'Zinc, none yet')`,
  );
  await db.execute(sql`insert into product_categories select 11, id from categories where slug = 'zincs'`);
  await db.execute(sql`insert into articles (type, slug, title, published_at)
    values ('post', 'why-zinc', 'Why zinc?', '2026-01-01'), ('post', 'later', 'Zinc later', '2027-01-01'),
    ('page', 'returns', 'Delivery and returns', '2026-01-01'), ('page', 'zinc-page', 'All about zinc', '2026-01-01')`);
  await indexAllArticles(db);
  for (const phrase of ["return policy", "refund"])
    await putSynonym(db, { phrase, meanings: ["returns"], isMutual: false });
  await db.execute(sql`insert into products (id, type, slug, name, regular_price)
    values (40, 'simple', 'polish', 'Polish', 100)`);
  await db.execute(sql`insert into products (id, type, parent_id, slug, name, regular_price) values
    (30, 'variable', null, 'magnesium', 'Magnesium', null), (31, 'variation', 30, null, 'Small', 400),
    (32, 'variation', 30, null, 'Large', 900)`);
  await indexProducts(db, [30, 40, 11, 12, 13, 14, 15, 16, 17, 18]);
  const clock = { now: () => new Date("2026-11-21T12:00:00Z") };
  app = fastify();
  suggestRoute(app, {
    db,
    clock,
    articleIndex: () => ArticleIndex.read(db),
    catalogue: openCatalogueIndex(db),
    cards: new ProductCards(db, new Freshness()),
    facts: new StoreFactsCache(db, new Freshness()),
  });
  return () => app.close();
});

const ask = async (text: string) => (await app.inject(routes.suggest(text))).json<Suggestions>();

test("suggests six products with current prices, categories that have products, and published articles", async () => {
  const { products, categories, pages, articles, arePagesFirst, all } = await ask(" zin ");
  expect(products).toHaveLength(6);
  expect(products[0]).toEqual({
    name: "Zinc 1",
    url: routes.product("zinc-1"),
    price: { now: "Rs\u00a01,200", was: "Rs\u00a01,500" },
    picture: null,
  });
  expect(categories).toEqual([{ name: "Zinc & iron", url: routes.category("zincs") }]);
  expect(pages).toEqual([{ name: "All about zinc", url: routes.article("zinc-page") }]);
  expect(arePagesFirst).toBe(false);
  expect(articles).toEqual([{ name: "Why zinc?", url: routes.article("why-zinc") }]);
  expect(all).toEqual({ name: "All results for “zin”", url: routes.search("zin") });
});

test("a price that depends on the variation is a range, as on cards", async () => {
  expect((await ask("magnesium")).products[0]?.price).toEqual({ now: "From Rs\u00a0400", was: null });
});

const returns = [{ name: "Delivery and returns", url: routes.article("returns") }];

test.each(["return policy", "return pol", "refund", "refu"])(
  "%j suggests the page that the results page finds by a synonym, and no products with other words",
  async (text) => {
    expect(await ask(text)).toMatchObject({ pages: returns, arePagesFirst: true, products: [] });
  },
);

test("pages whose titles have the words replace products that only resemble them", async () => {
  await expect(ask("deliv")).resolves.toMatchObject({ pages: returns, arePagesFirst: true, products: [] });
});

test("if nothing has all words, pages with some of them are suggested, as on the results page", async () => {
  expect(await ask("delivery xyzzy")).toMatchObject({ pages: returns, arePagesFirst: false, products: [] });
});

test("without products there is no link to the results", async () => {
  const { articles, all } = await ask("why");
  expect([articles.length, all]).toEqual([1, null]);
});

test("suggestions tolerate a typo", async () => {
  expect((await ask("zink")).products).toHaveLength(6);
});

test.each(["", "z", " z ", "%%", "&&&", "\\\\"])("%j gives no suggestions", async (text) => {
  expect(await ask(text)).toEqual({
    products: [],
    categories: [],
    pages: [],
    articles: [],
    arePagesFirst: false,
    all: null,
  });
});

test("any text is cut to 100 characters and answered", async () => {
  for (const text of ["zinc".padEnd(100) + "x", "\0'\\%_:*", "ﷺ".repeat(5000)])
    expect((await app.inject(routes.suggest(text))).statusCode).toBe(200);
  expect((await ask(`${"zinc".padEnd(100)}x`)).products).toHaveLength(6);
});

test("caches may keep an answer for one minute and then revalidate it", async () => {
  const { headers } = await app.inject(routes.suggest("zinc"));
  expect(headers["cache-control"]).toBe("public, max-age=60");
  const again = await app.inject({ url: routes.suggest("zinc"), headers: { "if-none-match": String(headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});
