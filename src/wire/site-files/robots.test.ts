import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { openWholeShop, origin } from "../page-requests/whole-shop.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => new Date(Date.UTC(2026, 10, 21, 12))));
});
afterAll(() => app.close());

const read = () => app.inject({ url: routes.robots(), headers: { host: new URL(origin).host } });

/** Applies the rules as in RFC 9309: the longest match decides, "*" matches anything. */
function allows(robots: string, target: string): boolean {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (\S+)$/gm)].flatMap(([, verdict = "", path = ""]) => {
    const pattern = path
      .split("*")
      .map((part) => part.replace(/[.?+^$()[\]{}|\\]/g, "\\$&"))
      .join(".*");
    return new RegExp(`^${pattern}`).test(target) ? [{ verdict, length: path.length }] : [];
  });
  const [longest] = rules.toSorted((a, b) => b.length - a.length);
  return longest?.verdict !== "Disallow";
}

test("crawlers may read pages, but not private pages and filtered listings", async () => {
  const answer = await read();
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  const open = [
    routes.home(),
    routes.shop(3),
    routes.product("height-growth"),
    routes.category("vitamins"),
    routes.article("about"),
    `${routes.product("tea")}?attribute_pa_colours=red&attribute_pa_s=1`,
    routes.siteCall(),
    routes.sitemap(),
  ];
  const closed = [
    routes.cart(),
    routes.orderReceived(12, "wc_order_a"),
    routes.account(),
    "/wp-admin/options.php",
    routes.shopCall("add_to_cart"),
    routes.removeFromCart("a", "b"),
    routes.search("vitamin"),
    ...[
      "add-to-cart=1",
      "undo_item=a",
      "save_for_later=a",
      "orderby=price",
      "filter_colour=red",
      "min_price=1",
      "max_price=2",
    ].map((query) => `${routes.shop()}?${query}`),
    ...["yith_wcwl_delete=a", "ask_an_estimate=a", "move_to_another_wishlist=a", "move_to_cart=1"].map(
      (query) => `${routes.article("about")}?${query}`,
    ),
    ...["rating_filter=5", "product_cat=a", "on_sale=1", "per_page=48", "s=a"].map((query) => `/shop/?a=b&${query}`),
  ];
  expect(open.filter((target) => !allows(answer.body, target))).toEqual([]);
  expect(closed.filter((target) => allows(answer.body, target))).toEqual([]);
});

test("it links the sitemap by an absolute URL", async () => {
  expect((await read()).body).toMatch(/\n\nSitemap: https:\/\/shop\.example\/sitemap\.xml\n$/);
});

test("it is cached, with an ETag and the security headers", async () => {
  const { headers } = await read();
  expect(headers).toMatchObject({ "x-cache": "hit", "x-content-type-options": "nosniff" });
  const again = { host: new URL(origin).host, "if-none-match": String(headers.etag) };
  expect((await app.inject({ url: routes.robots(), headers: again })).statusCode).toBe(304);
});

test("a coming-soon shop disallows everything as soon as the setting changes", async () => {
  await setSetting(database.db, "coming_soon", "yes");
  expect((await read()).body).toBe("User-agent: *\nDisallow: /\n");
  await resetSetting(database.db, "coming_soon");
  expect(allows((await read()).body, routes.shop())).toBe(true);
});
