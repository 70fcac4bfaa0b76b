import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import { withStatementCount } from "#db/statement-count.ts";
import { routes } from "#routes";
import { indexProducts } from "#shop/catalogue/index-products.ts";
import { openWholeShop, origin } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";

const token = "a-token-for-the-metrics";
let database: TestDatabase;
let app: FastifyInstance;
let logged: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  const now = () => new Date(Date.UTC(2026, 10, 21, 12));
  const env = { PAGE_CACHE_MB: "1", METRICS_TOKEN: token };
  ({ app, logged } = await openWholeShop(database, now, env));
  await database.pool.query(`
    insert into products (id, type, slug, name, regular_price, total_sales)
      select 9000 + g, 'simple', 'zinc-' || g, 'Zinc ' || g, 100 * g, g from generate_series(1, 30) g;
    insert into categories (slug, name) values ('minerals', 'Minerals');
    insert into product_categories (product_id, category_id) select p.id, c.id from products p, categories c;
    insert into articles (type, slug, title, published_at) values ('post', 'sleep', 'Sleep', '2026-01-01')`);
  await indexProducts(
    database.db,
    Array.from({ length: 30 }, (_, index) => 9001 + index),
  );
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => app.close());

/** Sends a raw request, so that no client normalises the address. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const { port } = app.server.address() as AddressInfo;
  const host = new URL(origin).host;
  const sent = request({ host: "127.0.0.1", port, path, agent: false, headers: { host, ...headers } }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
}

async function cachedBytes(): Promise<number> {
  const { body } = await ask(routes.metrics(), { authorization: `Bearer ${token}` });
  return Number(/^chowk_page_cache_bytes(?:\{[^}]*\})? (\S+)$/m.exec(body)?.[1]);
}

/** Text that would become markup if a page repeated it unescaped. */
const marks = ["<q7f>", `"q7f="`, "'><q7f a='", "</script><q7f>", "]]><q7f>", "<!--q7f", "javascript:q7f()"];
const isEchoed = (body: string) => /<\/?q7f|<!--q7f|[\s"']q7f="|(?:href|src|action)="javascript:/.test(body);

const known = ["orderby", "min_price", "max_price", "rating_filter", "filter_form", "filter_stock_status", "filter_"];
const more = ["on_sale", "product_cat", "paged", "s", "post_type", "q", "per_page", "product-page", "lang"];
const odd = ["__proto__", "constructor", "toString", "hasOwnProperty", "", "filter___proto__", "filter_constructor"];
const name = fc.oneof(fc.constantFrom(...known, ...more, ...odd), fc.string({ maxLength: 20 }));
const numbers = [
  "0",
  "-0",
  "-1",
  "1",
  "2",
  "1e9",
  "1e309",
  "NaN",
  "Infinity",
  "0x10",
  "99999999999999999999",
  "1.5",
  "٣",
];
const attacks = [
  "' or 1=1 --",
  "'; drop table products; --",
  "${7*7}",
  "%",
  "_",
  "\\",
  "../../etc/passwd",
  "zinc:*",
  "!& |",
];
const value = fc.oneof(
  fc.constantFrom("", "a,b,,c", "price", "minerals", "zinc", "yes", ",".repeat(500), "null", "undefined", "{}", "[]"),
  fc.constantFrom(...numbers, ...attacks, ...marks),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 40 }),
);
const pair = fc
  .tuple(name, value, fc.constantFrom("", "[]", "[a]", "[0][b]"))
  .map(([key, given, end]) => `${encodeURIComponent(key + end)}=${encodeURIComponent(given)}`);
/** Values that no form sends. */
const junk = fc.constantFrom(
  "%",
  "%zz",
  "%c0%af",
  "%u0041",
  "=",
  "&&",
  "a",
  "s",
  "s=%ff%fe",
  "?x=1?",
  "+",
  "%00",
  "%0d%0aX-A:b",
);
const long = fc.tuple(name, fc.constantFrom("x", "%20", "%F0%9F%8D%B5", "a,")).map(([key, part]) => {
  return `${encodeURIComponent(key)}=${part.repeat(Math.floor(10_000 / part.length))}`;
});
const query = fc
  .tuple(fc.array(fc.oneof({ weight: 6, arbitrary: pair }, junk), { maxLength: 6 }), fc.option(long, { freq: 10 }))
  .map(([parts, one]) => [...parts, ...(one === null ? [] : [one])].join("&"));
const pages = [
  "0",
  "1",
  "2",
  "3",
  "-1",
  "01",
  "1e3",
  "999999",
  "1000000",
  "9".repeat(30),
  "%31",
  "x",
  "%EF%BC%92",
  "2/../1",
];
const lists = [routes.shop(), routes.category("minerals"), routes.blog()];
const others = [
  routes.home(),
  routes.productTag("x"),
  routes.suggest(),
  routes.article("sleep"),
  routes.product("zinc-1"),
];
const path = fc.oneof(
  fc.constantFrom(...lists, ...others),
  fc.tuple(fc.constantFrom(...lists), fc.constantFrom(...pages)).map(([list, page]) => `${list}page/${page}/`),
);

/** Allowed statuses: a NUL redirects to the address without it; undecodable and overlong addresses are refused. */
const answers = new Set([200, 301, 302, 303, 400, 404, 414, 431]);

test("any listing, search or suggestion address gives a page, a redirect or a refusal, and is never echoed as markup", async () => {
  await fc.assert(
    fc.asyncProperty(path, query, async (path, query) => {
      const { status, headers, body } = await ask(query === "" ? path : `${path}?${query}`);
      expect(answers).toContain(status);
      const isReadable = !/%(?![0-9a-f]{2})|%00|%c0|%ff/i.test(`${path}?${query}`);
      expect(isReadable && status === 400).toBe(false);
      expect(new URL(headers.location ?? "/", origin).origin).toBe(origin);
      expect(headers["x-a"]).toBeUndefined();
      const isHtml = String(headers["content-type"]).startsWith("text/html");
      expect(isHtml && isEchoed(body)).toBe(false);
    }),
    { numRuns: 500 },
  );
  expect(logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual([]);
});

test.each(["/#?s=zinc", "/?s=zinc#x", `${routes.shop()}#`, "/?#&add-to-cart=9001"])(
  "%s contains a fragment, which requests never have, and is refused",
  async (path) => {
    const { status, body } = await ask(path);
    expect([status, body]).toEqual([400, "This URL is malformed.\n"]);
  },
);

test("the page cache stays within its limit for any number of made-up addresses", async () => {
  for (let count = 0; count < 400; count += 1)
    expect((await ask(`${routes.search(`zinc ${count}`)}&orderby=price`)).status).toBe(200);
  const bytes = await cachedBytes();
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(1024 * 1024);
});

test("parameters that a page does not read have no cache entries of their own", async () => {
  // A nearly full cache admits a page on its second request.
  await ask(routes.shop());
  await ask(routes.shop());
  const plain = await ask(routes.shop());
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[a-z]{3,9}$/), fc.stringMatching(/^\w{0,20}$/), async (name, value) => {
      const { headers, body } = await ask(`${routes.shop()}?x_${name}=${value}`);
      expect([headers["x-cache"], body]).toEqual(["hit", plain.body]);
    }),
    { numRuns: 50 },
  );
});

const files = [
  routes.sitemap(),
  routes.sitemapPart("products", 1),
  routes.articleFeed(),
  routes.productFeed(),
  routes.robots(),
];

test.each(files)("%s ignores its query", async (file) => {
  const plain = await ask(file);
  expect(plain.status).toBe(200);
  await fc.assert(
    fc.asyncProperty(query, async (query) => {
      const { status, body } = await ask(`${file}?${query}`);
      expect(status === 200 ? body : plain.body).toBe(plain.body);
      expect(new Set([200, 302, 400, 414, 431])).toContain(status);
    }),
    { numRuns: 60 },
  );
});

test("any kind and number of a sitemap part is an existing file or a 404", async () => {
  const kind = fc.oneof(
    fc.constantFrom("products", "pages", "tags", "__proto__", "toString", "products-1"),
    fc.stringMatching(/^[\w%-]{0,30}$/),
  );
  await fc.assert(
    fc.asyncProperty(kind, fc.constantFrom(...pages), async (kind, page) => {
      const { status } = await ask(`/sitemap-${kind}-${page}.xml`);
      const isThere = ["products", "pages"].includes(kind) && ["1", "%31"].includes(page);
      expect(isThere ? [200] : [302, 400, 404]).toContain(status);
    }),
    { numRuns: 200 },
  );
});

test.each(["/no/such/address/", routes.cart()])(
  "repeated requests for %s run no statement until a product changes",
  async (url) => {
    const look = () => app.inject({ url, headers: { host: new URL(origin).host } });
    const hasBest = async () => (await look()).body.includes("Zinc 30");
    const show = async (status: string) => {
      await database.pool.query("update products set status = $1 where id = 9030", [status]);
      await announceChange(database.db, ["products", "product:9030"]);
    };
    expect(await hasBest()).toBe(true);
    expect(await withStatementCount(hasBest)).toEqual({ result: true, statements: 0 });
    await show("draft");
    expect(await hasBest()).toBe(false);
    await show("publish");
    expect(await hasBest()).toBe(true);
  },
);

test.each(["/assets/", "/assets/.env", "/assets/%2e%2e/%2e%2e/package.json", "/media/%2e%2e/x", "/media/.env"])(
  "the file address %s is a 404 without a logged error",
  async (path) => {
    const lines = logged.length;
    const { status, headers } = await ask(path);
    expect([status, headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(logged.slice(lines).filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual([]);
  },
);
