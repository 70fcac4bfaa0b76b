import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { announceDue } from "#shop/content/announce-due.ts";
import { addArticle } from "#shop/content/articles.fixtures.ts";
import { setArticleStatus } from "#shop/content/editing/change-article.ts";
import { type ImportedArticle, writeArticle } from "#shop/content/editing/write-article.ts";
import { indexAllArticles } from "#shop/content/search/index-articles.ts";
import { FormBrowser, openWholeShop, origin } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";

let database: TestDatabase;
let app: FastifyInstance;
let guest: FormBrowser;
let now = new Date("2026-11-21T12:00:00Z");

beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => now));
  guest = new FormBrowser(app);
  await database.pool.query(`
    insert into authors (slug, name, bio, url) values ('sana', 'Sana', 'Writes about bones.', 'https://sana.example/'),
      ('idle', 'Idle', '', '');
    insert into topics (kind, slug, name, description) values ('category', 'health', 'Health', 'All about <health>.'),
      ('category', 'empty', 'Empty', ''), ('tag', 'milk', 'Milk', '');
    insert into topics (kind, slug, name, parent_id) select 'category', 'bones', 'Bones', id from topics where slug = 'health';
    insert into articles (type, slug, title, author_id, published_at)
      select 'post', 'post-' || n, 'Post ' || n, a.id, timestamptz '2026-10-31 18:30Z' + n * interval '1 hour'
      from authors a, generate_series(0, 20) n where a.slug = 'sana';
    insert into articles (type, slug, title, published_at, is_sticky) values ('post', 'pinned', 'Pinned', '2025-01-05', true);
    insert into article_topics (article_id, topic_id)
      select a.id, t.id from articles a, topics t
      where (t.slug = 'bones' and a.slug ~ '^post') or (t.slug = 'milk' and a.slug in ('post-1', 'post-2'))
        or (t.slug = 'health' and a.slug = 'pinned');
    insert into media (content_hash, file, media_type, width, height, byte_size, alt)
      values (repeat('a', 64), 'aa/milk.jpg', 'image/jpeg', 90, 60, 1000, '');
    update articles set media_id = (select id from media) where slug = 'post-2';
    insert into articles (type, slug, title, published_at) values ('page', 'company', 'Company', '2026-01-01');
    insert into articles (type, slug, title, published_at, parent_id) select 'page', 'team', 'Team', '2026-01-01', id from articles where slug = 'company'`);
  await indexAllArticles(database.db);
});
afterAll(() => app.close());

const titlesOf = (body: string) =>
  [...body.matchAll(/class="post-title"><a href="\/([^/]+)\//g)].map(([, slug]) => slug);
const posts = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => `post-${from - index}`);
const get = async (path: string) => (await guest.get(path)).body;

describe("archives", () => {
  test("a category has its own posts and those below it, on pages with canonical, breadcrumb, description and feed", async () => {
    const body = await get(routes.articleCategory("health"));
    expect(titlesOf(body)).toEqual(posts(20, 12));
    expect(body).toContain('<p class="lead">All about &lt;health&gt;.</p>');
    expect(body).toContain(`<meta name="description" content="All about &lt;health&gt;."/>`);
    expect(body).toContain(`<link rel="canonical" href="${origin}/category/health/"/>`);
    expect(body).toContain(`<link rel="alternate" hrefLang="en" href="${origin}/category/health/"/>`);
    expect(body).toMatch(/<link[^>]* href="\/category\/health\/feed\/"/);
    expect(body).toContain('<a href="/category/bones/">Bones</a>');
    const last = await get(routes.articleCategory("health", 3));
    expect(titlesOf(last)).toEqual([...posts(2, 0), "pinned"]);
    expect(last).toContain(`<link rel="canonical" href="${origin}/category/health/page/3/"/>`);
    expect(last).toContain("<h1>Health, page 3</h1>");
    expect(await get(routes.articleCategory("bones"))).toMatch(
      /<a href="\/blog\/">Journal<\/a><\/li><li><a href="\/category\/health\/">Health<\/a>.*<span aria-current="page">Bones</,
    );
  });

  test("tags, authors with their text and site, and months by the shop's time have archives", async () => {
    expect(titlesOf(await get(routes.articleTag("milk")))).toEqual(["post-2", "post-1"]);
    const author = await get(routes.author("sana"));
    expect(titlesOf(author)).toEqual(posts(20, 12));
    expect(author).toContain("<p>Writes about bones.</p>");
    expect(author).toContain('<a href="https://sana.example/" rel="nofollow noopener">');
    // November begins at 19:00 UTC in Karachi.
    const month = await get(routes.month(2026, 11, 3));
    expect(titlesOf(month)).toEqual(posts(2, 1));
    expect(month).toContain("<h1>Articles from November 2026, page 3</h1>");
    expect(titlesOf(await get(routes.month(2026, 10)))).toEqual(["post-0"]);
    expect(titlesOf(await get(routes.month(2025, 1)))).toEqual(["pinned"]);
  });

  test("years have archives, which the archives of their months lead to", async () => {
    const year = await get("/2026/page/3/");
    expect(titlesOf(year)).toEqual(posts(2, 0));
    expect(year).toContain("<h1>Articles from 2026, page 3</h1>");
    expect(year).toContain(`<link rel="canonical" href="${origin}/2026/page/3/"/>`);
    expect(titlesOf(await get("/2025/"))).toEqual(["pinned"]);
    expect(await get(routes.month(2025, 1))).toContain('<li><a href="/2025/">2025</a></li>');
  });

  test("an article whose slug is a year has its address", async () => {
    await addArticle(database.db, { type: "page", slug: "2024", title: "A look back" });
    expect(await get("/2024/")).toContain("<title>A look back |");
  });

  test.each([
    "/2023/",
    "/2023/feed/",
    "/0000/",
    "/2026/page/4/",
    "/category/empty/",
    "/category/none/",
    "/category/milk/",
    "/tag/bones/",
    "/author/idle/",
    "/author/none/",
    "/2024/05/",
    "/2026/13/",
    "/2026/00/",
    "/0000/01/",
    "/category/health/page/4/",
    "/category/health/page/0/",
    "/category/health/page/x/",
    "/tag/milk/page/9999999/",
    "/category/empty/feed/",
    "/2024/05/feed/",
    "/blog/page/5/",
  ])("%s is not found", async (path) => {
    expect((await guest.get(path)).statusCode).toBe(404);
  });

  test.each([
    ["/category/health", "/category/health/"],
    ["/tag/milk/page/1/", "/tag/milk/"],
    ["/author/sana/page/02/", "/author/sana/page/2/"],
    ["/2026/11/?paged=2", "/2026/11/page/2/"],
    ["/2026/?paged=2", "/2026/page/2/"],
    ["/2025/page/1/", "/2025/"],
    ["/2025", "/2025/"],
  ])("%s is redirected to %s", async (path, target) => {
    const { statusCode, headers } = await guest.get(path);
    expect([statusCode, headers.location]).toEqual([301, target]);
  });

  test("each has a feed of its latest twenty articles", async () => {
    const { headers, body } = await guest.get("/category/health/feed/");
    expect(headers["content-type"]).toBe("application/rss+xml; charset=utf-8");
    expect([...body.matchAll(/<item>.*?<link>([^<]*)</g)].map(([, link]) => link)).toEqual(
      posts(20, 1).map((slug) => `${origin}/${slug}/`),
    );
    expect(body).toContain(`<link>${origin}/category/health/</link>`);
    for (const path of ["/tag/milk/feed/", "/author/sana/feed/", "/2026/11/feed/", "/2025/feed/"])
      expect((await guest.get(path)).statusCode).toBe(200);
  });

  test("only the picture of a list's first article is loaded at once", async () => {
    await database.pool.query(
      "update articles set media_id = (select id from media) where slug in ('post-11', 'post-6')",
    );
    const pictures = [...(await get(routes.articleCategory("bones", 2))).matchAll(/<article.*?<img([^>]*)>/gs)];
    const [first, second] = pictures.map(([, attributes = ""]) => attributes);
    expect(first).toMatch(/loading="eager".* fetchPriority="high"/);
    expect(second).toContain('loading="lazy"');
    expect(second).not.toContain("fetchPriority");
    await database.pool.query("update articles set media_id = null where slug in ('post-11', 'post-6')");
  });

  test("an article without a picture has a placeholder beside others that have one", async () => {
    const milk = await get(routes.articleTag("milk"));
    expect([milk.match(/<picture>/g)?.length, milk.match(/class="post-blank"/g)?.length]).toEqual([1, 1]);
    expect(await get(routes.month(2025, 1))).not.toContain("post-blank");
  });

  test("those with posts are in the sitemap and listed on the journal", async () => {
    const paths = [
      "/author/sana/",
      "/category/bones/",
      "/category/health/",
      "/2025/01/",
      "/2026/10/",
      "/2026/11/",
      "/tag/milk/",
    ];
    const map = await get(routes.sitemapPart("archives", 1));
    expect([...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc)).toEqual(paths.map((path) => origin + path));
    expect(await get(routes.sitemap())).toContain(`${origin}/sitemap-archives-1.xml`);
    const journal = await get(routes.blog());
    const lists = journal.slice(journal.indexOf('class="archives"'));
    for (const path of paths.filter((path) => !path.startsWith("/tag/"))) expect(lists).toContain(`href="${path}"`);
    expect(lists).not.toContain("/category/empty/");
    expect(lists).toContain('<li data-depth="1"><a href="/category/bones/">');
    expect(lists).toContain(">November 2026 (20)<");
  });

  test("a scheduled article appears in its cached archives when it is due, sticky articles first on the journal", async () => {
    for (const path of ["/category/bones/", "/category/health/", "/tag/milk/", "/2026/11/", "/blog/"]) await get(path);
    const article: ImportedArticle = {
      type: "post",
      slug: "later",
      title: "Later",
      excerpt: "",
      body: "",
      status: "publish",
      author: "",
      publishedAt: new Date("2026-11-22T12:00:00Z"),
      now,
      image: "",
      imageAlt: "",
      topics: [{ kind: "category", slug: "bones", name: "Bones" }],
    };
    await writeArticle(database.db, article, undefined);
    expect(titlesOf(await get("/category/bones/"))[0]).toBe("post-20");
    await announceDue(database.db, now);
    now = new Date("2026-11-22T12:01:00Z");
    await announceDue(database.db, now);
    for (const path of ["/category/bones/", "/category/health/", "/2026/11/"])
      expect(titlesOf(await get(path))[0]).toBe("later");
    expect(titlesOf(await get("/tag/milk/"))).toEqual(["post-2", "post-1"]);
    expect(titlesOf(await get("/blog/")).slice(0, 2)).toEqual(["pinned", "later"]);
  });
});

describe("an article", () => {
  test("links to its author, month, categories, tags and neighbours", async () => {
    const body = await get(routes.article("post-1"));
    for (const link of ["/author/sana/", "/2026/11/", "/category/bones/", "/tag/milk/"])
      expect(body).toContain(`href="${link}"`);
    expect(body).toContain("Writes about bones.");
    expect(body).toMatch(/rel="prev" href="\/post-0\/"/);
    expect(body).toMatch(/rel="next" href="\/post-2\/"/);
    expect(await get(routes.article("pinned"))).not.toContain('rel="prev"');
  });

  test("a page's breadcrumb has the pages above it", async () => {
    expect(await get(routes.article("team"))).toMatch(
      /<a href="\/company\/">Company<\/a>.*<span aria-current="page">Team</,
    );
  });

  test("a page's cached breadcrumb gets a page above it that is published later", async () => {
    await setArticleStatus(database.db, "company", { status: "draft" }, now);
    expect(await get(routes.article("team"))).not.toContain("/company/");
    await setArticleStatus(database.db, "company", { status: "publish" }, now);
    expect(await get(routes.article("team"))).toContain('<a href="/company/">Company</a>');
  });

  test("thousands of equal headings have ids of their own, in time that grows with their number", async () => {
    await addArticle(database.db, { slug: "equal", body: "<h2>A b</h2>".repeat(20_000), publishedAt: now });
    const ids = [...(await get(routes.article("equal"))).matchAll(/<h2 id="([^"]+)">A b/g)].map(([, id]) => id);
    expect([ids.length, new Set(ids).size, ids.at(-1)]).toEqual([20_000, 20_000, "a-b-20000"]);
  });

  test("a product in its text has its regular price from the moment at which its sale ends", async () => {
    const end = new Date(now.getTime() + 60_000);
    await addProduct(database.db, { slug: "salt", sku: "SALT", regularPrice: 1000, salePrice: 777, saleEndsAt: end });
    await addArticle(database.db, { slug: "offer", body: '<p>[product sku="SALT"]</p>', publishedAt: now });
    expect(await get(routes.article("offer"))).toContain("777");
    now = end;
    expect(await get(routes.article("offer"))).not.toContain("777");
  });
});
