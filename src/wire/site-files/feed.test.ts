import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { openWholeShop, origin } from "../page-requests/whole-shop.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => new Date(Date.UTC(2026, 10, 21, 12))));
  await setSetting(database.db, "shop_name", "Herbs & <Co>");
  await database.pool.query(`
    insert into products (type, slug, name, short_description, created_at)
      select 'simple', 'p-' || n, 'Tea & <b>' || n, '<p>Salt &amp; "pepper" &lt;here&gt;' || chr(8) || '</p>',
        timestamptz '2026-01-01' + n * interval '1 day'
      from generate_series(1, 25) n;
    insert into authors (slug, name) values ('sana', 'Sana');
    insert into articles (type, slug, title, excerpt, author_id, published_at)
      select 'post', 'a-' || n, 'Post ' || n, 'How & why', a.id, timestamptz '2026-01-01' + n * interval '1 day'
      from authors a, generate_series(1, 25) n;
    insert into articles (type, slug, title, published_at) values ('post', 'later', 'Later', '2027-02-01'),
      ('page', 'about', 'About', '2026-10-01')`);
});
afterAll(() => app.close());

const read = (path: string) => app.inject({ url: path, headers: { host: new URL(origin).host } });
const linksOf = (body: string) =>
  [...body.matchAll(/<item>.*?<link>([^<]*)<\/link>/g)].map(([, link = ""]) => link.replace(origin, ""));
const latest = (path: (slug: string) => string, prefix: string) =>
  Array.from({ length: 20 }, (_, index) => path(`${prefix}-${25 - index}`));

test("the article feed has the latest twenty articles, newest first", async () => {
  const { statusCode, headers, body } = await read(routes.articleFeed());
  expect([statusCode, headers["content-type"]]).toEqual([200, "application/rss+xml; charset=utf-8"]);
  expect(linksOf(body)).toEqual(latest(routes.article, "a"));
  expect(body).toContain(
    `<item><title>Post 25</title><link>${origin}/a-25/</link><guid isPermaLink="true">${origin}/a-25/</guid>` +
      `<pubDate>Mon, 26 Jan 2026 00:00:00 GMT</pubDate><dc:creator>Sana</dc:creator>` +
      `<description>How &amp; why</description></item>`,
  );
});

test("the product feed has the latest twenty products, escaped and without characters that XML forbids", async () => {
  const { body } = await read(routes.productFeed());
  expect(linksOf(body)).toEqual(latest(routes.product, "p"));
  expect(body).toContain("<title>Tea &amp; &lt;b&gt;25</title>");
  expect(body).toContain("<description>Salt &amp; &quot;pepper&quot; &lt;here&gt;</description>");
});

test("a channel has a title, its own URL and the page's URL", async () => {
  const { body } = await read(routes.productFeed());
  const head = body.slice(0, body.indexOf("<item>"));
  expect(head).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<rss version="2.0"/);
  expect(head).toContain(`<title>Herbs &amp; &lt;Co&gt;: new products</title>\n<link>${origin}/shop/</link>`);
  expect(head).toContain(`<atom:link href="${origin}/shop/feed/" rel="self" type="application/rss+xml"/>`);
});

test.each([routes.home(), routes.product("p-1"), routes.article("a-1"), routes.cart(), "/no/such/page/"])(
  "the document of %s links both feeds",
  async (path) => {
    const { body } = await read(path);
    for (const [href, what] of [
      [routes.articleFeed(), "journal"],
      [routes.productFeed(), "new products"],
    ])
      expect(body).toContain(
        `<link rel="alternate" type="application/rss+xml" title="Herbs &amp; &lt;Co&gt;: ${what}" href="${href}"/>`,
      );
  },
);
