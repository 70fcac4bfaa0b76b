import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import { inTransaction } from "#db/transaction.ts";
import { routes } from "#routes";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { openWholeShop, origin } from "../page-requests/whole-shop.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;
let now = new Date(Date.UTC(2026, 10, 21, 12));

beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => now));
  // Ids with gaps: every second one is a variation, a draft or deleted.
  await database.pool.query(`
    insert into products (id, type, slug, name, regular_price, updated_at)
      select 5000 + 2 * n, 'simple', 'p-' || n, 'Product ' || n, 100, timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, 2500) n;
    insert into products (type, slug, name, status) values ('simple', 'draft', 'Draft', 'draft');
    insert into products (type, slug, name, visibility) values ('simple', 'hidden', 'Hidden', 'hidden');
    insert into media (file, width, height, content_hash, byte_size, media_type)
      select 'ab/a & ' || n || '.jpg', 10, 10, lpad(n::text, 64, '0'), 1, 'image/jpeg' from generate_series(1, 2) n;
    insert into product_media (product_id, position, media_id) select 5002, row_number() over (order by id) - 1, id from media;
    insert into categories (slug, name) values ('vitamins', 'Vitamins'), ('empty', 'Empty');
    insert into product_categories (product_id, category_id) select 5002, id from categories where slug = 'vitamins';
    insert into tags (slug, name) values ('cal&cium', 'Calcium'), ('unused', 'Unused');
    insert into product_tags (product_id, tag_id) select 5002, id from tags where slug = 'cal&cium';
    insert into articles (type, slug, title, published_at, updated_at) values
      ('post', 'sleep', 'Sleep', '2026-02-01', '2026-02-02'), ('post', 'later', 'Later', '2027-02-01', '2026-02-02'),
      ('page', 'about', 'About', '2026-02-01', '2026-03-02')`);
});
afterAll(() => app.close());

const read = (path: string) => app.inject({ url: path, headers: { host: new URL(origin).host } });
const locsOf = async (path: string) =>
  [...(await read(path)).body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = ""]) => loc.replace(origin, ""));

test("the index lists one existing file per thousand visible entries, and the news", async () => {
  const files = await locsOf(routes.sitemap());
  expect(files).toEqual([
    ...[1, 2, 3].map((page) => routes.sitemapPart("products", page)),
    ...["categories", "tags", "articles", "archives", "pages", "news"].map((kind) => routes.sitemapPart(kind, 1)),
  ]);
  for (const file of files) {
    const { statusCode, headers } = await read(file);
    expect([statusCode, headers["content-type"]]).toEqual([200, "application/xml; charset=utf-8"]);
  }
});

test("every listed product is in exactly one file of a thousand, despite gaps in the ids", async () => {
  const files = await Promise.all([1, 2, 3].map((page) => locsOf(routes.sitemapPart("products", page))));
  expect(files.map(({ length }) => length)).toEqual([1000, 1000, 500]);
  const expected = Array.from({ length: 2500 }, (_, index) => routes.product(`p-${index + 1}`));
  expect(files.flat()).toEqual(expected);
});

test("an entry has its last change and its pictures, escaped", async () => {
  const { body } = await read(routes.sitemapPart("products", 1));
  expect(body).toContain(
    `<url><loc>${origin}/product/p-1/</loc><lastmod>2026-01-01T00:01:00.000Z</lastmod>` +
      `<image:image><image:loc>${origin}/media/ab/a%20%26%201.jpg</image:loc></image:image>` +
      `<image:image><image:loc>${origin}/media/ab/a%20%26%202.jpg</image:loc></image:image></url>`,
  );
  expect(body.replace(/&(amp|lt|gt|quot|apos);/g, "")).not.toContain("&");
});

test("drafts, hidden products, empty categories and scheduled articles are not listed", async () => {
  expect(await locsOf(routes.sitemapPart("categories", 1))).toEqual([routes.category("vitamins")]);
  expect(await locsOf(routes.sitemapPart("tags", 1))).toEqual([routes.productTag("cal&cium")]);
  expect(await locsOf(routes.sitemapPart("articles", 1))).toEqual([routes.article("sleep")]);
  expect(await locsOf(routes.sitemapPart("pages", 1))).toEqual([
    routes.home(),
    routes.shop(),
    routes.blog(),
    routes.article("about"),
  ]);
});

test.each([
  routes.sitemapPart("products", 4),
  routes.sitemapPart("products", 0),
  routes.sitemapPart("pages", 2),
  routes.sitemapPart("constructor", 1),
  "/sitemap-products-01.xml",
  "/sitemap-products-99999999999999999999.xml",
  "/sitemap-products-1e1.xml",
])("%s is not a sitemap file and is answered with 404", async (path) => {
  expect((await read(path)).statusCode).toBe(404);
});

test("it is cached until a product changes", async () => {
  const path = routes.sitemapPart("products", 3);
  await read(path);
  expect((await read(path)).headers["x-cache"]).toBe("hit");
  await inTransaction(database.db, async (db) => {
    await db.execute(`update products set status = 'draft' where slug = 'p-2500'`);
    await announceChange(db, ["products"]);
  });
  expect(await locsOf(path)).toHaveLength(499);
});

test("an article's entry has its picture", async () => {
  await database.pool.query(
    `update articles set media_id = (select id from media order by id limit 1) where slug = 'sleep'`,
  );
  await inTransaction(database.db, (db) => announceChange(db, ["articles"]));
  const { body } = await read(routes.sitemapPart("articles", 1));
  expect(body).toContain(`<image:loc>${origin}/media/ab/a%20%26%201.jpg</image:loc>`);
});

test("the news have the articles of the last two days, and lose each when it is older", async () => {
  const path = routes.sitemapPart("news", 1);
  expect(await locsOf(path)).toEqual([]);
  await database.pool.query(`
    insert into articles (type, slug, title, published_at) values
      ('post', 'yesterday', 'Rain & sun', '2026-11-20T12:00:00Z'), ('post', 'older', 'Older', '2026-11-19T11:59:59Z'),
      ('page', 'a-page', 'A page', '2026-11-20T12:00:00Z')`);
  await inTransaction(database.db, (db) => announceChange(db, ["articles"]));
  const { body } = await read(path);
  expect(await locsOf(path)).toEqual([routes.article("yesterday")]);
  expect(body).toContain("<news:title>Rain &amp; sun</news:title>");
  expect(body).toContain("<news:publication_date>2026-11-20T12:00:00.000Z</news:publication_date>");
  expect(body).toMatch(/<news:publication><news:name>[^<]+<\/news:name><news:language>en<\/news:language>/);
  now = new Date(Date.UTC(2026, 10, 22, 12, 0, 1));
  expect(await locsOf(path)).toEqual([]);
});
