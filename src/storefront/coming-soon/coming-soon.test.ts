import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { routes } from "#routes";
import { hashPassword } from "#shop/accounts/sessions/password-hash.ts";
import type { Role } from "#shop/accounts/user.ts";
import { addUser } from "#shop/accounts/users.ts";
import { addProduct, defaultSettings } from "#shop/cart/cart.fixtures.ts";
import { indexProducts } from "#shop/catalogue/index-products.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { FormBrowser, openWholeShop } from "#wire/page-requests/whole-shop.fixtures.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { isComingSoon } from "./coming-soon.tsx";

let database: TestDatabase;
let app: FastifyInstance;
let guest: FormBrowser;
const now = () => new Date("2026-11-21T12:00:00Z");
const password = "correct horse";
const sold = "Secret tea";

beforeAll(async () => {
  database = await createTestDatabase();
  const { db, pool } = database;
  ({ app } = await openWholeShop(database, now));
  const id = await addProduct(db, { slug: "tea", name: sold, regularPrice: 500 });
  await pool.query(`insert into categories (slug, name) values ('drinks', 'Drinks');
    insert into product_categories (product_id, category_id) select ${id}, id from categories;
    insert into articles (type, slug, title, published_at) values ('page', 'about', 'About us', '2026-01-01')`);
  await indexProducts(db, [id]);
  const passwordHash = await hashPassword(password);
  for (const role of ["customer", "shop_manager"] as const)
    await addUser(
      db,
      { email: `${role}@example.com`, role, passwordHash, firstName: "A", lastName: "", phone: null },
      now(),
    );
});
afterAll(() => app.close());
beforeEach(async () => {
  await setSetting(database.db, "coming_soon", "yes");
  await setSetting(database.db, "store_pages_only", "no");
  guest = new FormBrowser(app);
});

async function signedIn(role: Role): Promise<FormBrowser> {
  const browser = new FormBrowser(app);
  await browser.fill(routes.account(), "login", { username: `${role}@example.com`, password });
  return browser;
}

const store = [routes.shop(), routes.category("drinks"), routes.product("tea"), routes.cart(), routes.search("tea")];
const rest = [routes.home(), routes.blog(), routes.article("about"), "/nothing-here/"];

/** What somebody sees at an address: the page that says the shop opens soon, the banner above a real one, or neither. */
async function seen(browser: FormBrowser, url: string) {
  const { body } = await browser.get(url);
  if (body.includes("<h1>Opening soon</h1>")) return body.includes(sold) ? "leak" : "soon";
  return body.includes("coming-soon-footer-banner") ? "banner" : "page";
}
const allSeen = async (browser: FormBrowser, urls: readonly string[]) => [
  ...new Set(await Promise.all(urls.map((url) => seen(browser, url)))),
];

test("guests and customers are told that the shop opens soon, whatever they ask for; who works in it sees it", async () => {
  for (const browser of [guest, await signedIn("customer")])
    expect(await allSeen(browser, [...store, ...rest])).toEqual(["soon"]);
  expect(await allSeen(await signedIn("shop_manager"), [...store, ...rest])).toEqual(["banner"]);
});

test("the page is for no search engine and leads nowhere but to the sign-in, which is open", async () => {
  const { statusCode, body } = await guest.get(routes.shop());
  expect(statusCode).toBe(200);
  expect(body).toMatch(/<meta name="robots" content="noindex/);
  const links = [...body.matchAll(/ href="(\/[^"]*)"/g)].map(([, href]) => href);
  expect(new Set(links.filter((href) => !href?.endsWith(".css")))).toEqual(new Set([routes.home(), routes.account()]));
  expect(await allSeen(guest, [routes.account(), routes.lostPassword()])).toEqual(["page"]);
});

test("a page that a manager saw is given to nobody else, and nothing of before is given once it is closed or open", async () => {
  const manager = await signedIn("shop_manager");
  await setSetting(database.db, "coming_soon", "no");
  await eventually(async () => expect((await guest.get(routes.shop())).headers["x-cache"]).toBe("hit"));
  await setSetting(database.db, "coming_soon", "yes");
  for (let round = 0; round < 2; round += 1) {
    expect(await allSeen(manager, store)).toEqual(["banner"]);
    expect(await allSeen(guest, store)).toEqual(["soon"]);
  }
  await setSetting(database.db, "coming_soon", "no");
  expect(await allSeen(guest, store)).toEqual(["page"]);
});

test("invented addresses of a closed shop fill no cache", async () => {
  await guest.get("/invented/");
  expect((await guest.get("/invented/")).headers["x-cache"]).toBe("miss");
});

test("with store pages only, what is sold is closed and the rest is open; the banner stands where it is closed", async () => {
  await setSetting(database.db, "store_pages_only", "yes");
  expect(await allSeen(guest, store)).toEqual(["soon"]);
  expect(await allSeen(guest, rest)).toEqual(["page"]);
  const manager = await signedIn("shop_manager");
  expect(await allSeen(manager, store)).toEqual(["banner"]);
  expect(await allSeen(manager, rest)).toEqual(["page"]);
});

test("whether a search is asked for is decided by what its page is loaded with", () => {
  const settings = { ...defaultSettings, coming_soon: "yes", store_pages_only: "yes" } as const;
  expect(isComingSoon(settings, routes.home(), new URLSearchParams("s=tea"))).toBe(true);
  expect(isComingSoon(settings, routes.home(), new URLSearchParams())).toBe(false);
});

test("suggestions, feeds and the sitemap say nothing of what is closed", async () => {
  const statusOf = async (url: string) => (await guest.get(url)).statusCode;
  const files = [routes.productFeed(), routes.articleFeed(), routes.sitemap(), routes.sitemapPart("products", 1)];
  const suggested = async (browser: FormBrowser) => {
    const { body, headers } = await browser.get(routes.suggest("secret"));
    return [JSON.parse(body).products.length, headers["cache-control"]];
  };
  expect(await Promise.all(files.map(statusOf))).toEqual([404, 404, 404, 404]);
  expect(await suggested(guest)).toEqual([0, "private, no-store"]);
  expect(await suggested(await signedIn("shop_manager"))).toEqual([1, "private, no-store"]);
  await setSetting(database.db, "store_pages_only", "yes");
  expect(await Promise.all(files.map(statusOf))).toEqual([404, 200, 200, 404]);
  expect(await suggested(guest)).toEqual([0, "private, no-store"]);
  expect((await guest.get(routes.sitemap())).body).not.toMatch(/sitemap-(products|categories|tags)/);
  expect((await guest.get(routes.sitemapPart("pages", 1))).body).not.toContain(`${routes.shop()}<`);
  const robots = (await guest.get(routes.robots())).body;
  expect(robots).toContain("Disallow: /product/\nDisallow: /product-category/\nDisallow: /product-tag/\n");
  expect(robots).not.toContain("Disallow: /\n");
});
