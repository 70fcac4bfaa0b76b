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

/** Returns what an address shows: the coming-soon page, the banner above the real page, or the plain page. */
async function pageShown(browser: FormBrowser, url: string) {
  const { body } = await browser.get(url);
  if (body.includes("<h1>Opening soon</h1>")) return body.includes(sold) ? "leak" : "soon";
  return body.includes("coming-soon-footer-banner") ? "banner" : "page";
}
const pagesShown = async (browser: FormBrowser, urls: readonly string[]) => [
  ...new Set(await Promise.all(urls.map((url) => pageShown(browser, url)))),
];

test("while the shop is coming soon, customers see only the coming-soon page and staff see the real pages", async () => {
  for (const browser of [guest, await signedIn("customer")])
    expect(await pagesShown(browser, [...store, ...rest])).toEqual(["soon"]);
  expect(await pagesShown(await signedIn("shop_manager"), [...store, ...rest])).toEqual(["banner"]);
});

test("the coming-soon page is not indexed and links only to the sign-in, which is open", async () => {
  const { statusCode, body } = await guest.get(routes.shop());
  expect(statusCode).toBe(200);
  expect(body).toMatch(/<meta name="robots" content="noindex/);
  const links = [...body.matchAll(/ href="(\/[^"]*)"/g)].map(([, href]) => href);
  expect(new Set(links.filter((href) => !href?.endsWith(".css")))).toEqual(new Set([routes.home(), routes.account()]));
  expect(await pagesShown(guest, [routes.account(), routes.lostPassword()])).toEqual(["page"]);
});

test("pages seen by staff are never served to others, and closing or opening the shop drops all cached pages", async () => {
  const manager = await signedIn("shop_manager");
  await setSetting(database.db, "coming_soon", "no");
  await eventually(async () => expect((await guest.get(routes.shop())).headers["x-cache"]).toBe("hit"));
  await setSetting(database.db, "coming_soon", "yes");
  for (let round = 0; round < 2; round += 1) {
    expect(await pagesShown(manager, store)).toEqual(["banner"]);
    expect(await pagesShown(guest, store)).toEqual(["soon"]);
  }
  await setSetting(database.db, "coming_soon", "no");
  expect(await pagesShown(guest, store)).toEqual(["page"]);
});

test("made-up addresses of a closed shop are not cached", async () => {
  await guest.get("/invented/");
  expect((await guest.get("/invented/")).headers["x-cache"]).toBe("miss");
});

test("with only the store pages closed, other pages are open and the banner is shown on store pages", async () => {
  await setSetting(database.db, "store_pages_only", "yes");
  expect(await pagesShown(guest, store)).toEqual(["soon"]);
  expect(await pagesShown(guest, rest)).toEqual(["page"]);
  const manager = await signedIn("shop_manager");
  expect(await pagesShown(manager, store)).toEqual(["banner"]);
  expect(await pagesShown(manager, rest)).toEqual(["page"]);
});

test("only parameters that the page reads make the home page a search", () => {
  const settings = { ...defaultSettings, coming_soon: "yes", store_pages_only: "yes" } as const;
  expect(isComingSoon(settings, routes.home(), new URLSearchParams("s=tea"))).toBe(true);
  expect(isComingSoon(settings, routes.home(), new URLSearchParams())).toBe(false);
});

test("suggestions, feeds and the sitemap leave out closed pages", async () => {
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
