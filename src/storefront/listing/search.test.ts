import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { beforeAll, expect, test } from "vitest";
import { searchesCommand } from "#cli/catalogue/searches.ts";
import { emptySearches } from "#db/tables/search.ts";
import { routes } from "#routes";
import { indexProducts } from "#shop/catalogue/index-products.ts";
import {
  countEmptySearches,
  deleteOldEmptySearches,
  listEmptySearches,
} from "#shop/catalogue/search/empty-searches.ts";
import { putSynonym } from "#shop/catalogue/search/synonyms.ts";
import { type ImportedArticle, writeArticle } from "#shop/content/editing/write-article.ts";
import { indexAllArticles } from "#shop/content/search/index-articles.ts";
import { openWholeShop, origin } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";

let database: TestDatabase;
let app: FastifyInstance;
let now = new Date("2026-11-21T12:00:00Z");

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await db.execute(sql`insert into products (id, type, slug, name, regular_price, description) values
    (11, 'simple', 'whey', 'Whey protein', 500, ''), (12, 'simple', 'zinc', 'Zinc', 500, '<p>The delivery is free.</p>'),
    (13, 'simple', 'sold-out', 'Zinc spray', 500, '')`);
  await indexProducts(db, [11, 12, 13]);
  await addArticle("delivery", "Delivery and returns", { type: "page", excerpt: "Free in three days." });
  await addArticle("why-zinc", "Why zinc?", { topics: [{ kind: "tag", slug: "minerals", name: "Minerals" }] });
  await addArticle("older", "On minerals", { body: "<p>Whey and <b>zinc</b> &amp; iron.</p>" });
  await addArticle("draft", "Zinc, unfinished", { status: "draft" });
  await addArticle("later", "Zinc later", { publishedAt: new Date("2026-12-01T00:00:00Z") });
  ({ app } = await openWholeShop(database, () => now));
  return () => app.close();
});

async function addArticle(slug: string, title: string, more: Partial<ImportedArticle>): Promise<void> {
  const empty = { excerpt: "", body: "", author: "", image: "", imageAlt: "", topics: [] };
  const publishedAt = new Date("2026-01-01T00:00:00Z");
  const article = { ...empty, type: "post", status: "publish", slug, title, publishedAt, now, ...more } as const;
  await writeArticle(database.db, article, undefined);
}

/** Returns what a search page shows, in the order of the page. */
async function search(url: string) {
  const { body, headers, statusCode } = await app.inject({ url, headers: { host: new URL(origin).host } });
  expect(statusCode).toBe(200);
  const main = body.slice(body.indexOf("<main"), body.indexOf("</main>"));
  const [results = ""] = main.split('<section class="section">');
  const isNothing = results.includes("woocommerce-no-products-found");
  return {
    notice: textIn(main, /class="woocommerce-info notice">.*?<div>(.*?)<\/div>/s),
    action: /<a class="wc-forward" href="([^"]*)">/.exec(main)?.[1]?.replaceAll("&amp;", "&"),
    found: [...results.matchAll(/(?:loop-product__title|found-page").*?href="([^"]*)"/gs)].map(([, href]) => href),
    nothing: isNothing ? textIn(results, /nothing-found.*?<h2>(.*?)<\/h2>/s) : null,
    isIndexed: !/<meta name="robots" content="[^"]*noindex/.test(body),
    cache: headers["x-cache"],
  };
}

const textIn = (html: string, pattern: RegExp) => pattern.exec(html)?.[1]?.replace(/<[^>]*>/g, "") ?? null;

test("a corrected search says so and links to the text as it was typed", async () => {
  const answer = await search(routes.search("wey protein"));
  expect(answer).toMatchObject({
    notice: "Nothing found for “wey protein”. Showing results for “whey protein”.",
    action: routes.searchAsTyped("wey protein"),
    found: [routes.product("whey")],
    isIndexed: false,
  });
});

test("the text as it was typed keeps what it can, and asks for the correction; its links stay as typed", async () => {
  expect(await search(routes.searchAsTyped("wey protein"))).toMatchObject({
    notice: "No product matches all of “wey protein”. Showing results for “protein”.",
    action: routes.search("whey protein"),
    found: [routes.product("whey")],
  });
  expect(await search(routes.searchAsTyped("znc"))).toMatchObject({
    notice: "Nothing found for “znc”.",
    action: routes.search("zinc"),
    nothing: "No results for “znc”",
  });
  const { body } = await app.inject({ url: routes.searchAsTyped("zinc"), headers: { host: new URL(origin).host } });
  expect(body).toMatch(/<form[^>]*sort-form.*?<input type="hidden" name="exact" value="1"/s);
});

test("words that no product has with the others are left out, and the page says so", async () => {
  expect(await search(routes.search("zinc shampoo & soap"))).toMatchObject({
    notice: "No product matches all of “zinc shampoo &amp; soap”. Showing results for “zinc”.",
    action: undefined,
    nothing: null,
  });
});

test("pages and articles come after the products whose names fit, newest first, published ones only", async () => {
  expect((await search(routes.search("zinc"))).found).toEqual([
    routes.product("zinc"),
    routes.product("sold-out"),
    routes.article("why-zinc"),
  ]);
  expect((await search(`${routes.search("zinc")}&min_price=1`)).found).not.toContain(routes.article("why-zinc"));
});

test("a page with that title comes before products that have the word only in their descriptions", async () => {
  expect((await search(routes.search("delivery"))).found).toEqual([routes.article("delivery"), routes.product("zinc")]);
});

test("a page with that title is shown rather than products with other words", async () => {
  expect(await search(routes.search("return"))).toMatchObject({
    notice: null,
    found: [routes.article("delivery")],
    nothing: "No products found for “return”",
  });
});

test("texts of articles are found where nothing else fits", async () => {
  expect((await search(routes.search("minerals whey"))).found).toEqual([
    routes.product("whey"),
    routes.article("older"),
  ]);
});

test("a cached page changes with the synonyms, and with articles that are written or become due", async () => {
  const url = routes.search("refund");
  expect((await search(url)).found).toEqual([]);
  expect((await search(url)).cache).toMatch(/^hit/);
  await putSynonym(database.db, { phrase: "refund", meanings: ["returns"], isMutual: false });
  expect((await search(url)).found).toEqual([routes.article("delivery")]);
  await addArticle("refunds", "All about refunds", {});
  expect((await search(url)).found).toEqual([routes.article("refunds"), routes.article("delivery")]);
  now = new Date("2026-12-02T00:00:00Z");
  expect((await search(routes.search("zinc later"))).found).toEqual([routes.article("later")]);
});

test("articles and pages have result pages of their own with the found words, and never unpublished ones", async () => {
  for (let number = 1; number <= 11; number += 1) await addArticle(`saffron-${number}`, `Saffron ${number}`, {});
  await database.db.execute(sql`update articles set excerpt = '', body = '<p>Long ago.</p><p>Threads of <b>saffron</b> &amp; honey.'
    where slug = 'saffron-1'`);
  for (const status of ["draft", "pending", "private", "trash"]) {
    await addArticle(`saffron-${status}`, "Saffron secret", {});
    await database.db.execute(sql`update articles set status = ${status} where slug = ${`saffron-${status}`}`);
  }
  await indexAllArticles(database.db);
  const get = async (url: string) => (await app.inject({ url, headers: { host: new URL(origin).host } })).body;
  const products = await get(routes.search("saffron"));
  expect(products).toContain(
    `<a href="${routes.searchArticles("post", "saffron").replace("&", "&amp;")}">Articles (11)</a>`,
  );
  const pages = [
    await get(routes.searchArticles("post", "SAFFRON")),
    await get(routes.searchArticles("post", "SAFFRON", 2)),
  ];
  const all = pages.join("");
  expect(all.match(/class="found-page"/g)).toHaveLength(11);
  expect(all).not.toContain("secret");
  expect(all).toContain("<mark>Saffron</mark><span> 11</span>");
  expect(all).toContain("<span>Long ago. Threads of </span><mark>saffron</mark><span> &amp; honey.</span>");
  expect(
    (await app.inject({ url: routes.searchArticles("post", "saffron", 3), headers: { host: new URL(origin).host } }))
      .statusCode,
  ).toBe(404);
  expect(await get(routes.searchArticles("page", "return"))).toContain(routes.article("delivery"));
  expect(await get(routes.searchArticles("page", "nowhere<b>"))).toContain("Nothing found for “nowhere&lt;b&gt;”.");
});

test.each(["zinc", "minerals for the whey", "saffron", "refund"])(
  "the API finds what the pages find for %j",
  async (text) => {
    const idsIn = async (path: string): Promise<string[]> => {
      const answer = await app.inject({
        url: `/wp-json/wp/v2/${path}&per_page=100`,
        headers: { host: new URL(origin).host },
      });
      return answer
        .json()
        .map(({ slug, url }: { slug?: string; url?: string }) => slug ?? new URL(url ?? "").pathname.slice(1, -1));
    };
    const pages: string[] = [];
    for (const type of ["post", "page"] as const)
      for (const number of [1, 2]) {
        const url = routes.searchArticles(type, text, number);
        const { body } = await app.inject({ url, headers: { host: new URL(origin).host } });
        pages.push(...[...body.matchAll(/found-page".*?href="\/([^"]*)\/"/gs)].map(([, slug = ""]) => slug));
      }
    expect(pages.length).toBeGreaterThan(0);
    const search = `search=${encodeURIComponent(text)}`;
    expect((await idsIn(`search?${search}`)).toSorted()).toEqual(pages.toSorted());
    const listed = [...(await idsIn(`posts?${search}`)), ...(await idsIn(`pages?${search}`))];
    expect(listed.toSorted()).toEqual(pages.toSorted());
  },
);

test("indexing all articles finds those that had no words", async () => {
  const { db } = database;
  await db.execute(sql`delete from article_search`);
  await addArticle("other", "Another article", {});
  expect((await search(routes.search("refund"))).found).toEqual([]);
  await indexAllArticles(db);
  expect((await search(routes.search("refund"))).found).toHaveLength(2);
});

test("searches without results are counted by text, without what may be personal, and listed by a command", async () => {
  const { db } = database;
  const { app: other } = await openWholeShop(database, () => now);
  const headers = { host: new URL(origin).host };
  const ask = (text: string) => other.inject({ url: routes.search(text), headers });
  for (const text of ["Zinc  Soap!", "zinc soap", "me@example.com", "0300 1234567", "wey protein", "zinc", "???"])
    await ask(text);
  for (let number = 0; number < 60; number++) await ask(`nothing${"abcdefghij"[number % 10]}q${number}q`);
  await other.inject({ url: `${routes.search("hidden soap")}&orderby=price`, headers });
  await other.close();
  const found = await listEmptySearches(db, 100);
  expect(found).toHaveLength(50);
  expect(found[0]).toEqual({ text: "zinc soap", shown: "zinc", times: 2, firstAt: now, lastAt: now });
  const lines: string[] = [];
  await searchesCommand.run({ db, print: (line) => lines.push(line) }, [], { limit: "1" });
  expect(lines).toEqual([`2  zinc soap  shown: zinc  2026-12-02 00:00`]);
});

test("old and rare searches without results are deleted, and new ones refused while there are too many", async () => {
  const { db } = database;
  await db.execute(sql`delete from empty_searches`);
  const later = new Date(now.getTime() + 91 * 86_400_000);
  const many = Array.from({ length: 4_998 }, (_, at) => ({ text: `text ${at}`, shown: null, times: 1 }));
  await countEmptySearches(db, [{ text: "old", shown: null, times: 9 }], now);
  await countEmptySearches(db, many, later);
  await countEmptySearches(db, [{ text: "often", shown: null, times: 9 }], later);
  await countEmptySearches(db, [{ text: "one too many", shown: null, times: 9 }], later);
  await countEmptySearches(db, [{ text: "often", shown: "x", times: 1 }], later);
  expect(await db.$count(emptySearches)).toBe(5_000);
  while ((await deleteOldEmptySearches(db, later, 500)) === 500);
  expect(await db.$count(emptySearches)).toBe(4_000);
  const [first, second] = await listEmptySearches(db, 2);
  expect([first?.text, first?.times, second?.times]).toEqual(["often", 10, 1]);
});

test("only the parameter exact=1 is cached and read", async () => {
  const { cache } = await search(`${routes.search("zinc")}&exact=2`);
  expect(cache).not.toMatch(/^hit/);
  expect((await search(`${routes.search("zinc")}&exact=2`)).cache).not.toMatch(/^hit/);
});
