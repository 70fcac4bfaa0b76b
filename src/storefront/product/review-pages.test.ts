import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { routes } from "#routes";
import { addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { FormBrowser, openWholeShop, origin } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";

let db: Database;
let app: FastifyInstance;
beforeAll(async () => {
  const database = await createTestDatabase();
  db = database.db;
  ({ app } = await openWholeShop(database, () => noon));
});
afterAll(() => app.close());

/** Adds reviews "Review 1", "Review 2" ..., the last one newest, and a reply to the first. */
async function addReviews(productId: number, count: number): Promise<void> {
  await db.execute(sql`insert into reviews (product_id, author_name, rating, body, created_at)
    select ${productId}, 'Amna', 4, 'Review ' || n, '2026-11-01'::timestamptz + n * interval '1 minute'
    from generate_series(1, ${count}::int) n`);
  await db.execute(sql`insert into reviews (product_id, parent_id, thread_id, author_name, body)
    select product_id, id, id, 'Shop', 'Thank you' from reviews where product_id = ${productId} and body = 'Review 1'`);
}

const pathOf = (slug: string, page: number | string) => `${routes.product(slug)}comment-page-${page}/`;
const load = (path: string) => new FormBrowser(app).get(path);
const numbersIn = (html: string) => [...html.matchAll(/>Review (\d+)</g)].map(([, number]) => Number(number));
const from = (first: number, last: number) => Array.from({ length: first - last + 1 }, (_, index) => first - index);
/** Returns the addresses of the links to newer and older reviews. */
function linksIn(html: string): (string | undefined)[] {
  const links = /class="review-pages">(.*?)<\/p>/.exec(html)?.[1] ?? "";
  return ["prev", "next"].map((rel) => new RegExp(`href="([^"]+)" rel="${rel}"`).exec(links)?.[1]);
}

test("each page of a product's reviews has its own address, newest first, with links to its neighbours", async () => {
  await addReviews(await addProduct(db, { slug: "tea" }), 45);
  const pages = await Promise.all([1, 2, 3].map(async (page) => (await load(pathOf("tea", page))).body));
  expect(pages.map(numbersIn)).toEqual([from(45, 26), from(25, 6), from(5, 1)]);
  expect((await load(routes.product("tea"))).body).toContain(`href="${pathOf("tea", 2)}#comments"`);
  expect(pages.map(linksIn)).toEqual([
    [undefined, `${pathOf("tea", 2)}#comments`],
    [`${routes.product("tea")}#comments`, `${pathOf("tea", 3)}#comments`],
    [`${pathOf("tea", 2)}#comments`, undefined],
  ]);
  expect(pages.map((html) => html.includes("Thank you"))).toEqual([false, false, true]);
  for (const html of pages) {
    expect(html).toContain(`<link rel="canonical" href="${origin}${routes.product("tea")}"/>`);
    expect(html).toContain("45 reviews");
    expect(html).toContain('id="comments"');
  }
});

test("a review page before the first or after the last is not found, and neither is one without reviews", async () => {
  await addReviews(await addProduct(db, { slug: "coffee" }), 20);
  await addProduct(db, { slug: "unknown-yet" });
  await addReviews(await addProduct(db, { slug: "silent", reviewsAllowed: false }), 30);
  for (const page of [0, 2, 999_999, "01", "-1", "1.0", "x", "", "9".repeat(30)])
    expect([page, (await load(pathOf("coffee", page))).statusCode]).toEqual([page, 404]);
  expect((await load(pathOf("coffee", 1))).statusCode).toBe(200);
  expect((await load(pathOf("unknown-yet", 1))).statusCode).toBe(200);
  for (const path of [pathOf("unknown-yet", 2), pathOf("silent", 2), pathOf("none", 1)])
    expect([path, (await load(path)).statusCode]).toEqual([path, 404]);
  const slashless = await load(pathOf("coffee", 1).slice(0, -1));
  expect([slashless.statusCode, slashless.headers.location]).toEqual([301, pathOf("coffee", 1)]);
});

test("older reviews are cached until the product changes", async () => {
  const id = await addProduct(db, { slug: "cocoa" });
  await addReviews(id, 21);
  const outcomes = [];
  for (let visit = 0; visit < 2; visit++) outcomes.push((await load(pathOf("cocoa", 2))).headers["x-cache"]);
  expect(outcomes).toEqual(["miss", "hit"]);
  await db.execute(sql`update reviews set status = 'held' where product_id = ${id} and body = 'Review 21'`);
  await db.transaction((tx) => announceChange(tx, [`product:${id}`]));
  expect((await load(pathOf("cocoa", 2))).statusCode).toBe(404);
});

test("review pages are closed while the store is coming soon", async () => {
  await addReviews(await addProduct(db, { slug: "salt" }), 21);
  await setSetting(db, "coming_soon", "yes");
  await setSetting(db, "store_pages_only", "yes");
  expect(numbersIn((await load(pathOf("salt", 2))).body)).toEqual([]);
  expect((await load(pathOf("salt", 2))).body).toContain("coming-soon");
});
