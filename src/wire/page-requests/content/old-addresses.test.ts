import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { openWholeShop, origin } from "../whole-shop.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => new Date(Date.UTC(2026, 10, 21, 12))));
  await database.pool.query(`
    insert into products (id, type, slug, name, status) values (9001, 'simple', 'tea & c', 'Tea', 'publish'),
      (9002, 'simple', 'draft', 'Draft', 'draft'), (9003, 'simple', 'salt', 'Salt', 'publish');
    insert into products (id, type, parent_id, name) values (9004, 'variation', 9001, 'Tea, small');
    insert into imported_product_ids (source_id, product_id) values (9011, 9003);
    insert into articles (id, type, slug, title, published_at) values (9010, 'post', 'sleep', 'Sleep', '2026-01-01'),
      (9011, 'page', 'about', 'About', '2026-01-01'), (9012, 'post', 'later', 'Later', '2027-01-01');
    insert into articles (type, slug, title, status, published_at, source_id) values
      ('post', 'private-notes', 'Notes', 'private', '2026-01-01', 'wordpress:old.example:78'),
      ('post', 'sale-plans', 'Plans', 'publish', '2027-01-01', 'wordpress:old.example:79');
    insert into moved_addresses (path, target, source) values ('/?p=77', '/sleep/', 'wordpress:old.example'),
      ('/?p=78', '/private-notes/', 'wordpress:old.example'), ('/?p=79', '/sale-plans/', 'wordpress:old.example'),
      ('/?p=80', '/cart/', 'wordpress:old.example'), ('/?cat=3', '/category/tea/', 'wordpress:old.example'), ('/?author=7', '/author/sana/', 'wordpress:old.example');
    insert into tags (slug, name) values ('calcium', 'Calcium');
    insert into categories (slug, name) values ('growing', 'Growing');
    insert into categories (slug, name, parent_id) select 'height', 'Height', id from categories where slug = 'growing'`);
});
afterAll(() => app.close());

const load = (url: string, method: "GET" | "HEAD" | "POST" = "GET") =>
  app.inject({ method, url, headers: { host: new URL(origin).host } });
/** Requests a path over a socket, so that no client normalizes it. */
async function loadRaw(path: string): Promise<IncomingMessage> {
  if (!app.server.listening) await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const sent = request({ host: "127.0.0.1", port, path, agent: false, headers: { host: new URL(origin).host } }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  answer.resume();
  return answer;
}
const redirectOf = async (url: string) => {
  const { statusCode, headers } = await load(url);
  return [statusCode, headers.location];
};

test.each([
  ["/?p=9010", routes.article("sleep")],
  ["/2026/01/05/", routes.month(2026, 1)],
  ["/2026/01/05", routes.month(2026, 1)],
  ["/2026/01/31/page/2/?utm_source=mail", `${routes.month(2026, 1)}?utm_source=mail`],
  ["/feed/rss2/", "/feed/"],
  ["/feed/atom", "/feed/"],
  ["/category/tea/feed/atom/?a=b", "/category/tea/feed/?a=b"],
  ["/?p=9001", routes.product("tea & c")],
  ["/?post_type=product&p=9001", routes.product("tea & c")],
  ["/?page_id=9010&utm_source=mail&a=b%20c", `${routes.article("sleep")}?utm_source=mail&a=b+c`],
  ["/?product=tea+%26+c", routes.product("tea & c")],
  ["/?product_cat=height", routes.category("growing/height")],
  ["/?product_cat=growing/height", routes.category("growing/height")],
  ["/?product_tag=calcium", routes.productTag("calcium")],
  ["/?p=77&utm_source=mail", `${routes.article("sleep")}?utm_source=mail`],
  ["/?page_id=77", routes.article("sleep")],
  ["/?page_id=80", routes.cart()],
  ["/?attachment_id=77", routes.article("sleep")],
  ["/?cat=3", routes.articleCategory("tea")],
  ["/?author=7", routes.author("sana")],
  ["/?category_name=drinks/tea", routes.articleCategory("tea")],
  ["/?category_name=drinks/tea/", routes.articleCategory("tea")],
  ["/?tag=warm", routes.articleTag("warm")],
  ["/?m=2026", routes.year(2026)],
  ["/?m=202611", routes.month(2026, 11)],
  ["/?m=20261105", routes.month(2026, 11)],
  ["/?post_type=product", routes.shop()],
  ["/page/2/?s=tea&post_type=product", "/?s=tea&post_type=product&paged=2"],
  ["/page/02/?s=tea&paged=7", "/?s=tea&paged=2"],
  ["/shop/?s=tea", "/?post_type=product&s=tea"],
  ["/shop/page/2/?s=tea%20%26%20c&orderby=price", "/?post_type=product&paged=2&s=tea%20%26%20c&orderby=price"],
  ["/product-category/growing/height/?s=tea", "/?post_type=product&product_cat=height&s=tea"],
  ["/shop/?filter_form=a&filter_form=b&s=tea", "/?post_type=product&filter_form=a&filter_form=b&s=tea"],
  [
    "/product-category/growing/page/2/?s=tea&product_cat=height",
    "/?post_type=product&paged=2&s=tea&product_cat=height",
  ],
])("%s redirects permanently to %s", async (url, target) => {
  expect(await redirectOf(url)).toEqual([301, target]);
});

test("an imported product's original id takes precedence over a page with the same id", async () => {
  expect(await redirectOf("/?p=9011")).toEqual([301, routes.product("salt")]);
});

test.each([
  "/?p=9002",
  "/?p=9004",
  "/?p=9012",
  "/?p=78",
  "/?p=79",
  "/?p=123456",
  "/?page_id=2",
  "/?p=x",
  "/?p=99999999999999999999",
  "/?cat=4",
  "/?cat=3'--",
  "/?author=1",
  "/?product=none",
  "/?product=//evil.example",
  "/?product_cat=none",
  "/?category_name=/",
  "/?product_tag=none",
])("%s identifies a page that does not exist and is answered with 404", async (url) => {
  expect(await redirectOf(url)).toEqual([404, undefined]);
  expect((await load(url)).body).toContain("error404");
});

test.each([
  "/?p=",
  "/?product=",
  "/?post_type=post",
  "/?m=1",
  "/?s=tea&post_type=product",
  "/?s=&post_type=product&product_cat=height",
])("%s identifies no page and is not redirected", async (url) => {
  expect(await redirectOf(url)).toEqual([200, undefined]);
});

test.each([
  ["/shop", routes.shop()],
  ["/product/salt?a=1&b=x?y", `${routes.product("salt")}?a=1&b=x?y`],
  ["/product-category/growing/height", routes.category("growing/height")],
  ["/product-category/growing?orderby=price", `${routes.category("growing")}?orderby=price`],
  ["/about", routes.article("about")],
])("%s lacks its trailing slash and redirects to %s", async (url, target) => {
  expect(await redirectOf(url)).toEqual([301, target]);
  expect((await load(url, "HEAD")).headers.location).toBe(target);
  expect((await load(url, "POST")).statusCode).not.toBe(301);
});

test.each([
  ["/shop/page/1/?orderby=price&a=b%20c", `${routes.shop()}?orderby=price&a=b%20c`],
  ["/shop/page/1", routes.shop()],
  ["/shop/page/0001/", routes.shop()],
  ["/product-category/growing/height/page/1/", routes.category("growing/height")],
  ["/product-category/growing/page/1?min_price=5", `${routes.category("growing")}?min_price=5`],
  ["/product-tag/calcium/page/1/", routes.productTag("calcium")],
  ["/blog/page/1/", routes.blog()],
])("%s is the first page of a list and redirects to %s", async (url, target) => {
  expect(await redirectOf(url)).toEqual([301, target]);
});

test.each([
  ["/shop/?paged=2", routes.shop(2)],
  ["/shop?paged=2&orderby=price", `${routes.shop(2)}?orderby=price`],
  ["/shop/page/02/", routes.shop(2)],
  ["/shop/page/002?orderby=price", `${routes.shop(2)}?orderby=price`],
  ["/product-category/growing/height/?min_price=5&paged=3", `${routes.category("growing/height", 3)}?min_price=5`],
  ["/product-tag/calcium/page/012/", routes.productTag("calcium", 12)],
  ["/blog/?paged=2", routes.blog(2)],
])("%s is a further page of a list and redirects to %s", async (url, target) => {
  expect(await redirectOf(url)).toEqual([301, target]);
});

test.each(["/shop/?paged=1", "/shop/?paged=x", "/shop/?paged=", "/shop/?", "/shop/?orderby=price&paged=0"])(
  "%s is the first page of a list and is not redirected",
  async (url) => {
    expect(await redirectOf(url)).toEqual([200, undefined]);
  },
);

test.each(["/shop/page/2/", "/product-category/page/1/", "/about/page/1/", "/page/1/", "/shop/page/1/2/"])(
  "%s is not a page of a list and is answered with 404",
  async (url) => {
    expect(await redirectOf(url)).toEqual([404, undefined]);
  },
);

test.each([
  routes.health(),
  routes.metrics(),
  routes.robots(),
  routes.asset("none"),
  routes.media("none"),
  "/wp-json",
  "/wp-json/wc/v3/none",
  "/chowk/none",
  "/wp-admin",
  "/wp-content/a.jpg",
  "//evil.example",
  "//evil",
  "/\\evil",
  "/.//evil",
])("%s is not a page and is not redirected", async (url) => {
  const { statusCode, headers } = await loadRaw(url);
  expect(statusCode).not.toBe(301);
  expect(headers.location).toBeUndefined();
});

test("no redirect leads to another site (any path)", async () => {
  const pieces = fc.constantFrom(
    "/",
    "\\",
    "//",
    "%2f",
    "%5c",
    "@",
    ":",
    "evil",
    "?",
    "&",
    "p=9010",
    "#",
    "%09",
    "/page/1/",
    "paged=2",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { minLength: 1, maxLength: 8 }), async (parts) => {
      const { headers, statusCode } = await loadRaw(`/${parts.join("")}`);
      expect(statusCode).toBeLessThan(500);
      expect(new URL(headers.location ?? "/", origin).origin).toBe(origin);
    }),
    { numRuns: 200 },
  );
});
