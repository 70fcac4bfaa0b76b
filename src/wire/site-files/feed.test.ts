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
  const { rows } = await database.pool.query("select id from articles where slug = 'a-25'");
  expect(body).toContain(
    `<item><title>Post 25</title><link>${origin}/a-25/</link><guid isPermaLink="false">${origin}/?p=${rows[0].id}</guid>` +
      `<pubDate>Mon, 26 Jan 2026 00:00:00 GMT</pubDate><dc:creator>Sana</dc:creator>` +
      `<description>How &amp;amp; why</description></item>`,
  );
});

test("the product feed has the latest twenty products, escaped and without characters that XML forbids", async () => {
  const { body } = await read(routes.productFeed());
  expect(linksOf(body)).toEqual(latest(routes.product, "p"));
  expect(body).toContain("<title>Tea &amp; &lt;b&gt;25</title>");
  expect(body).toContain("<description>Salt &amp;amp; &amp;quot;pepper&amp;quot; &amp;lt;here&amp;gt;</description>");
});

test("the feeds of comments have the approved ones of all articles, or of one", async () => {
  await database.pool.query(`
    insert into reviews (article_id, kind, author_name, author_email, body, status, created_at)
      select a.id, 'comment', 'Ali', 'ali@mail.example', c.body, c.status, '2026-02-01'
      from articles a join (values ('a-1', 'I <3 tea & milk', 'approved'), ('a-2', 'Me too', 'approved'), ('a-1', 'Buy', 'spam'))
        as c (slug, body, status) using (slug)`);
  const all = await read("/comments/feed/");
  expect(linksOf(all.body).toSorted()).toEqual([
    expect.stringMatching(/^\/a-1\/#comment-\d+$/),
    expect.stringMatching(/^\/a-2\/#comment-\d+$/),
  ]);
  const one = await read("/a-1/feed/");
  expect(linksOf(one.body)).toHaveLength(1);
  expect(one.body).toMatch(new RegExp(`<guid isPermaLink="false">${origin}/\\?p=\\d+#comment-\\d+</guid>`));
  expect(one.body).toContain("<description>I &amp;lt;3 tea &amp;amp; milk</description>");
  expect(one.body).not.toContain("ali@mail.example");
  for (const path of ["/later/feed/", "/none/feed/"]) expect((await read(path)).statusCode).toBe(404);
});

test.each(["/wp-sitemap.xml", "/wp-sitemap-posts-post-1.xml", "/sitemap_index.xml"])(
  "%s redirects to the sitemap",
  async (path) => {
    const { statusCode, headers } = await read(path);
    expect([statusCode, headers.location]).toEqual([301, routes.sitemap()]);
  },
);

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
