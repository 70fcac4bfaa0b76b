import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { onLocalChange } from "#db/changes.ts";
import { reservedSlugs, routes } from "#routes";
import { localFiles } from "../../../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { PictureProblem } from "../../catalogue/pictures/picture-file.ts";
import { type ImportWordpressOptions, importWordpress } from "./import-wordpress.ts";
import { exportXml, type FixtureItem, smallSite } from "./wordpress.fixtures.ts";
import { wordpressReportLines } from "./wordpress-report.ts";

let database: TestDatabase;
let folder: string;
const fetched: string[] = [];
const picture = (color: string) =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: color } })
    .png()
    .toBuffer();

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "chowk-wordpress-"));
  return () => rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  fetched.splice(0);
  await database.pool.query(
    `truncate articles, topics, authors, media, menus, moved_addresses, public_files, wordpress_items cascade`,
  );
});

/** What the old site has under addresses with these endings. */
const documents: Readonly<Record<string, string>> = {
  ".pdf": "%PDF-1.7 prices",
  ".mp3": "ID3 a song of tea",
  ".m4a": "\0\0\0\x20ftypM4A song",
  ".ogg": "OggS song",
  ".wav": "RIFF\x24\0\0\0WAVEfmt song",
  ".mp4": "\0\0\0\x20ftypisom film",
  ".zip": "<!doctype html><script>steal()</script>",
};

async function importXml(xml: string, options: Partial<ImportWordpressOptions> = {}) {
  const file = join(folder, "export.xml");
  await writeFile(file, xml);
  const { db, pool } = database;
  const fetch = async (url: string) => {
    fetched.push(url);
    const bytes = documents[url.slice(url.lastIndexOf("."))];
    if (bytes !== undefined) return Buffer.from(bytes);
    return picture(url.includes("kettle") ? "#800000" : "#008000");
  };
  const media = localFiles(folder).media;
  return importWordpress(db, pool, {
    file,
    media,
    routes,
    reservedSlugs: reservedSlugs(),
    now: new Date("2026-11-21T12:00:00Z"),
    fetch,
    ...options,
  });
}
const importItems = (items: readonly FixtureItem[], options?: Partial<ImportWordpressOptions>) =>
  importXml(exportXml(items), options);
const rows = async (query: string) => (await database.pool.query(query)).rows as Record<string, unknown>[];
const bodyOf = async (slug: string) =>
  String((await rows(`select body from articles where slug = '${slug}'`))[0]?.body);
/** All that an import writes, for comparisons. */
const everything = () =>
  rows(`select (select json_agg(a order by id) from articles a) as articles, (select json_agg(r order by id) from reviews r) as reviews,
    (select json_agg(t order by id) from topics t) as topics, (select json_agg(m order by path) from moved_addresses m) as moved,
    (select json_agg(m) from menus m) as menus, (select count(*) from article_revisions) as revisions`);

test("posts, pages, terms, authors and pictures of a site arrive with all their properties", async () => {
  const report = await importXml(smallSite);
  expect(report.refused).toEqual([]);
  expect(report.posts.created).toBe(5);
  expect(report.pages.created).toBe(2);
  expect(
    await rows(`select a.slug, a.type, a.status, a.title, a.excerpt, a.format, a.is_sticky as sticky, a.comments_open as open,
      u.name as author, m.alt, p.slug as parent, a.source_id as source, to_char(a.published_at at time zone 'utc', 'YYYY-MM-DD HH24:MI') as at,
      (select string_agg(t.kind || ':' || t.slug, ' ' order by x.position) from article_topics x join topics t on t.id = x.topic_id where x.article_id = a.id) as topics
      from articles a left join authors u on u.id = a.author_id left join media m on m.id = a.media_id
      left join articles p on p.id = a.parent_id order by a.source_id`),
  ).toMatchObject([
    {
      slug: "boiling-water",
      type: "post",
      status: "publish",
      title: "Boiling water & other arts",
      excerpt: "How hot is hot?",
      format: "video",
      sticky: true,
      open: true,
      author: "Amna Tariq",
      alt: "A steaming kettle",
      source: "wordpress:old.example:21",
      at: "2024-03-01 10:00",
      topics: "category:green-tea tag:kettles",
    },
    { slug: "picking-leaves", excerpt: "", topics: "category:tea", sticky: false, format: null },
    // Without a date in UTC: 15:00 in the shop's zone.
    { slug: "later", status: "draft", at: "2024-03-01 10:00" },
    { slug: "secret", status: "private" },
    { slug: "soon", status: "publish", at: "2036-01-01 00:00" },
    { slug: "team", type: "page", parent: "about", open: false },
    { slug: "about", type: "page", parent: null },
  ]);
  expect(
    await rows("select c.slug, p.slug as parent from topics c left join topics p on p.id = c.parent_id order by 1"),
  ).toEqual([
    { slug: "green-tea", parent: "tea" },
    { slug: "kettles", parent: null },
    { slug: "tea", parent: null },
  ]);
  expect(fetched.toSorted()).toEqual([
    "https://old.example/wp-content/uploads/2024/02/cup.png",
    "https://old.example/wp-content/uploads/2024/02/kettle.png",
    "https://old.example/wp-content/uploads/2024/02/prices.pdf",
  ]);
});

test("bodies are mapped: links, pictures, galleries, videos, products; the rest is listed", async () => {
  const report = await importXml(smallSite);
  const [kettle, cup] = (await rows("select id, file from media order by alt desc, id")) as {
    id: string;
    file: string;
  }[];
  const blocks = await bodyOf("boiling-water");
  expect(blocks).toContain(
    'See <a href="/picking-leaves/?ref=x#top">the leaves</a>, <a href="/picking-leaves/">again</a> and <a href="/team/">us</a>.',
  );
  expect(blocks).toContain(
    `<figure><img src="/media/${kettle?.file}" alt="Kettle" width="24" height="16" loading="lazy" /><figcaption>Ours</figcaption></figure>`,
  );
  expect(blocks).toContain(`[gallery ids="${kettle?.id},${cup?.id}" columns="2"]`);
  expect(blocks).toContain('[video src="https://www.youtube.com/watch?v=abcdefghijk" caption="The film"]');
  expect(blocks).toMatch(/\[embed\]https:\/\/www\.youtube\.com\/playlist\?list=PLabc\[\/embed\]\s*<p>All films<\/p>/);
  expect(blocks).toContain('[products ids="31,32" columns="2"]');
  expect(blocks).toContain("<p>Sunny</p>");
  expect(blocks).toContain('[acme_chart id="3"]');
  expect(blocks).not.toMatch(/onerror|wp:|class=/);
  const classic = await bodyOf("picking-leaves");
  expect(classic).toMatch(/^<p>First line<br \/>\nsecond line<\/p>\n<figure class="alignright"><img src="\/media\//);
  expect(classic).toContain(
    'alt="Cup" width="15" height="10" loading="lazy" /><figcaption>A cup</figcaption></figure>',
  );
  expect(classic).toContain(`[gallery ids="${cup?.id},${kettle?.id}" columns="3"]`);
  expect(classic).toContain("[embed]https://youtu.be/abcdefghijk[/embed]");
  expect(classic).toContain('[contact-form-7 id="5" title="Ask us"]');
  expect(classic).toContain("[embed]https://www.youtube.com/watch?v=abcdefghijk&amp;t=30s[/embed]");
  expect(classic).toContain("[embed]https://vimeo.com/123456789/0a1b2c3d4e#t=1m5s[/embed]");
  expect(classic).not.toContain("elsewhere");
  expect(wordpressReportLines(report, false)).toEqual(
    expect.arrayContaining([
      "posts: 5 new, 0 changed, 0 unchanged",
      "2 pictures added",
      "1 video, sound or document added",
      "shortcodes that the shop does not know, kept as text: acme_chart (1)",
      "blocks that the shop does not know, kept without their effect: acme/weather (1)",
      "pictures of other sites, left out: elsewhere.example (1)",
      "forms that the shop does not have: add them with the same titles, then import this file again: Ask us (1)",
      "not imported: product (1)",
      "menus in the file: main-menu; to use one: --menus primary=main-menu",
      expect.stringMatching(
        /^line \d+: post 22 "Picking leaves": limit of \[products limit="none"\] has to be a whole number/,
      ),
    ]),
  );
});

test.each([
  ["A short note.", "A short note."],
  [
    '<img src="https://old.example/wp-content/uploads/cup.png"> Rain all day, so we brewed tea &amp; sat by the window, quietly, until noon',
    "Rain all day, so we brewed tea & sat by the window, quietly…",
  ],
  ['[caption]<img src="https://old.example/wp-content/uploads/cup.png"> A cup[/caption]', "2 March 2024"],
  ["", "2 March 2024"],
  ["茶".repeat(80), `${"茶".repeat(60)}…`],
])("a post without a title is called by the first words of its text, or its date: %s", async (content, title) => {
  // 1:00 of the next day in the shop's time zone.
  await importItems([{ id: 18, slug: "18", title: " ", content, dateGmt: "2024-03-01 20:00:00" }]);
  expect(await rows("select title, slug from articles")).toEqual([{ title, slug: "18" }]);
});

test("titles and descriptions for search engines are listed, once, as not imported", async () => {
  const report = await importItems([
    { id: 1, meta: { _yoast_wpseo_title: "Tea %%sep%% %%sitename%%", _yoast_wpseo_metadesc: "All about tea" } },
    { id: 2, meta: { _yoast_wpseo_metadesc: "More tea", rank_math_title: "%title% %sep%", rank_math_description: "" } },
  ]);
  expect(wordpressReportLines(report, false)).toContain(
    "titles and descriptions for search engines, not imported: _yoast_wpseo_metadesc (2)",
  );
});

test("comments arrive as threads with their statuses, as plain text", async () => {
  const report = await importXml(smallSite);
  expect(report).toMatchObject({ comments: 5, otherComments: 1 });
  expect(
    await rows(`select r.source_id as source, p.source_id as parent, t.source_id as thread, r.kind, r.status, r.author_name as author,
      r.body, r.is_staff as staff from reviews r left join reviews p on p.id = r.parent_id left join reviews t on t.id = r.thread_id
      order by r.source_id limit 4`),
  ).toEqual([
    {
      source: "wordpress:old.example:comment:501",
      parent: null,
      thread: null,
      kind: "comment",
      status: "approved",
      author: "Bilal K",
      body: "First!\nSecond line",
      staff: false,
    },
    {
      source: "wordpress:old.example:comment:502",
      parent: "wordpress:old.example:comment:501",
      thread: "wordpress:old.example:comment:501",
      kind: "comment",
      status: "approved",
      author: "Amna",
      body: "Thank you",
      staff: true,
    },
    {
      source: "wordpress:old.example:comment:503",
      parent: "wordpress:old.example:comment:502",
      thread: "wordpress:old.example:comment:501",
      kind: "comment",
      status: "held",
      author: "Bilal",
      body: "Comment 503",
      staff: false,
    },
    {
      source: "wordpress:old.example:comment:504",
      parent: null,
      thread: null,
      kind: "comment",
      status: "spam",
      author: "Bilal",
      body: "Comment 504",
      staff: false,
    },
  ]);
});

test.each([
  [
    'See <a href="https://example.com/guide" rel="nofollow">our guide</a>.',
    "See our guide (https://example.com/guide).",
  ],
  ["<a href='https://example.com/a?b=1&amp;c=2'><b>Our</b>\nguide</a>", "Our\nguide (https://example.com/a?b=1&c=2)"],
  ['<a href="https://example.com/guide">https://example.com/guide</a>', "https://example.com/guide"],
  ['<a href="https://www.example.com/guide/">example.com/guide</a>!', "https://www.example.com/guide/!"],
  ['<a href="https://example.com/tea_(drink)">tea</a>', "tea (https://example.com/tea_%28drink%29)"],
  ['<a href="https://example.com/a"><img src="x.png"></a>', "https://example.com/a"],
  ['<a href="/about/">us</a>, <a href="#top">up</a>', "us (/about/), up"],
  [
    '<a href="https://example.com/a">one <a href="https://example.com/b">two',
    "one (https://example.com/a)two (https://example.com/b)",
  ],
  ['<a href="javascript:alert(1)">x</a> <a name="y">y</a>', "x y"],
  [
    '<a href="https://example.com/&lt;script&gt;alert(1)&lt;/script&gt;">x</a>',
    "x (https://example.com/<script>alert%281%29</script>)",
  ],
])("a link in a comment keeps its address as text: %s", async (content, body) => {
  await importItems([{ id: 1, discussion: [{ id: 5, content }] }]);
  expect(await rows("select body from reviews")).toEqual([{ body }]);
});

test("a second import changes nothing, announces nothing and fetches nothing", async () => {
  const menus = new Map([["primary", "main-menu"] as const]);
  await importXml(smallSite, { menus });
  const before = await everything();
  fetched.splice(0);
  const heard: unknown[] = [];
  const stop = onLocalChange((tags) => heard.push(tags));
  const report = await importXml(smallSite, { menus });
  stop();
  expect(report.posts).toMatchObject({ created: 0, updated: 0, unchanged: 5 });
  expect(report.pages).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  expect(await everything()).toEqual(before);
  expect(fetched).toEqual([]);
  expect(heard).toEqual([]);
});

test("what was changed or removed in the shop stays so, unless --overwrite is given", async () => {
  await importItems([{ id: 1 }, { id: 2 }, { id: 3 }]);
  await database.pool.query("update articles set title = 'Ours', updated_at = now() where slug = 'item-1'");
  await database.pool.query("delete from articles where slug = 'item-2'");
  const changed = [1, 2, 3].map((id) => ({ id, title: "Theirs" }));
  const report = await importItems(changed);
  expect(report.posts).toMatchObject({ created: 0, updated: 1, "changed here": 1, "removed here": 1 });
  expect(await rows("select slug, title from articles order by 1")).toEqual([
    { slug: "item-1", title: "Ours" },
    { slug: "item-3", title: "Theirs" },
  ]);
  await importItems(changed, { overwrites: true });
  expect((await rows("select title from articles")).map(({ title }) => title)).toEqual(["Theirs", "Theirs", "Theirs"]);
});

test("a dry run says what would come and writes nothing", async () => {
  const before = await everything();
  const report = await importXml(smallSite, { isDryRun: true, menus: new Map([["primary", "main-menu"]]) });
  expect(report).toMatchObject({ topics: 3, authors: 1, comments: 5, pictures: 2, changedMenus: ["primary"] });
  expect(report.posts.created).toBe(5);
  expect(report.unmapped.shortcode).toEqual(new Map([["acme_chart", 1]]));
  const line = smallSite.slice(0, smallSite.indexOf("<wp:post_id>45<")).split("\n").length;
  const bad = report.notes.filter(({ text }) => text.startsWith("the menu"));
  expect(bad).toEqual([
    { line: expect.any(Number), text: 'the menu "main-menu": "Bad" leads to nothing in this shop and is left out' },
  ]);
  expect(Math.abs((bad[0]?.line ?? 0) - line)).toBeLessThan(10);
  expect(wordpressReportLines(report, true)).toEqual(
    expect.arrayContaining(["2 pictures to fetch", "1 video, sound or document to fetch"]),
  );
  expect(await everything()).toEqual(before);
  expect(
    await rows("select 1 from authors union all select 1 from media union all select 1 from wordpress_items"),
  ).toEqual([]);
  expect(fetched).toEqual([]);
});

test("videos, sounds and documents of the old site move in, whatever names them; what is none stays linked", async () => {
  const uploads = "https://old.example/wp-content/uploads/2024";
  const content = `<a href="${uploads}/prices.pdf">Prices</a> <a href="${uploads}/offer.zip">Offer</a>

[video width="640" mp4="${uploads}/film.mp4"][/video]

${uploads}/film.mp4

[audio mp3="${uploads}/song.mp3"][/audio]

[audio m4a="${uploads}/talk.m4a"][/audio] [audio wav="${uploads}/bell.wav"]

<!-- wp:audio --><figure class="wp-block-audio"><audio controls src="${uploads}/tune.ogg"></audio></figure><!-- /wp:audio -->

<!-- wp:video --><figure><video controls src="http://www.old.example/wp-content/uploads/2024/film.mp4"></video></figure><!-- /wp:video -->

[video src="https://elsewhere.example/wp-content/uploads/other.mp4"]`;
  const report = await importItems([{ id: 1, slug: "files", content }]);
  const body = await bodyOf("files");
  expect(body).toMatch(/<a href="\/media\/[^"]+\.pdf">Prices<\/a>/);
  expect(body).toContain(`<a href="${uploads}/offer.zip"`);
  expect(body.match(/\[video src="\/media\/[^"]+\.mp4"\]/g)).toHaveLength(3);
  for (const ending of ["mp3", "m4a", "wav", "ogg"])
    expect(body).toMatch(new RegExp(`\\[audio src="/media/[^"]+\\.${ending}"\\]`));
  expect(body).toContain('<a href="https://elsewhere.example/wp-content/uploads/other.mp4"');
  expect(await rows("select name, media_type from public_files order by name")).toEqual([
    { name: "bell.wav", media_type: "audio/wav" },
    { name: "film.mp4", media_type: "video/mp4" },
    { name: "prices.pdf", media_type: "application/pdf" },
    { name: "song.mp3", media_type: "audio/mpeg" },
    { name: "talk.m4a", media_type: "audio/mp4" },
    { name: "tune.ogg", media_type: "audio/ogg" },
  ]);
  expect(report.notes.map(({ text }) => text)).toEqual([
    expect.stringMatching(/offer\.zip stays where it is: only MP4/),
  ]);
  expect(fetched).toHaveLength(new Set(fetched).size);
  const dryRun = await importItems([{ id: 2, content: `<a href="${uploads}/new.pdf">New</a>` }], { isDryRun: true });
  expect(dryRun.files).toBe(1);
});

test("forms become the shop's own with the same title; others are listed", async () => {
  const [form] = await rows(`insert into contact_forms (hash, slug, title, locale, template, mail, mail_2, messages,
    additional_settings, updated_at) values ('abc1234', 'ask', 'Ask us', 'en', '', '{}', '{}', '{}', '', now()) returning id`);
  const content =
    '[contact-form-7 id="5" title="ask us"] [contact-form-7 id="abc1234" title="X"] [contact-form-7 id="6" title="Gone"]';
  const report = await importItems([{ id: 1, slug: "forms", content }]);
  const own = `[contact-form-7 id="${String(form?.id)}"]`;
  expect(await bodyOf("forms")).toBe(`<p>${own} ${own} [contact-form-7 id="6" title="Gone"]</p>`);
  expect([...report.unmapped.form]).toEqual([["Gone", 1]]);
  const again = await importItems([{ id: 1, slug: "forms", content }]);
  expect(again.posts.unchanged).toBe(1);
  expect([...again.unmapped.form]).toEqual([["Gone", 1]]);
  await database.pool.query("delete from contact_forms");
});

test("products that texts name and the shop does not have are listed, by a dry run and each import", async () => {
  await database.pool.query(
    "insert into products (id, type, slug, name, sku, status) values (812, 'simple', 'here', 'Here', 'HERE', 'publish')",
  );
  const content = `[product id="99997"] [products ids="812,99998"] [product sku="HERE"] [product sku="NONE"]
<!-- wp:woocommerce/single-product {"productId":99999} --><div></div><!-- /wp:woocommerce/single-product -->`;
  const items = [
    { id: 1, slug: "named", content },
    { id: 2, slug: "again", content: '[add_to_cart id="99997"]' },
  ];
  const listed =
    "products, categories and tags that the shop does not have: import them, then import this file again: product 99997 (2), ";
  const others = "product 99998 (1), SKU NONE (1), product 99999 (1)";
  const run = async (options = {}) => wordpressReportLines(await importItems(items, options), false);
  expect(await run({ isDryRun: true })).toContain(listed + others);
  expect(await run()).toContain(listed + others);
  expect(await run()).toContain(listed + others);
  await database.pool.query("delete from products");
});

test("an excerpt that an earlier import took from the text goes with the next one; one written here stays", async () => {
  const items = [
    { id: 1, slug: "taken", content: "One two three" },
    { id: 2, slug: "written", content: "Four five" },
  ];
  await importItems(items);
  await database.pool.query(`update articles set excerpt = 'One two three' where slug = 'taken';
    update articles set excerpt = 'Ours', updated_at = now() where slug = 'written';
    update wordpress_items set content_hash = 'mapped by an earlier version'`);
  const { posts } = await importItems(items);
  expect(posts).toMatchObject({ updated: 1, "changed here": 1 });
  expect(await rows("select slug, excerpt from articles order by slug")).toEqual([
    { slug: "taken", excerpt: "" },
    { slug: "written", excerpt: "Ours" },
  ]);
});

test("products and forms that come after the texts that name them are found by the next import", async () => {
  const items = [{ id: 1, slug: "early", content: '[product id="31"] [contact-form-7 id="5" title="Early"]' }];
  await importItems(items);
  expect(await bodyOf("early")).toBe('<p>[product id="31"] [contact-form-7 id="5" title="Early"]</p>');
  const [product] = await rows(
    "insert into products (type, slug, name) values ('simple', 'late', 'Late') returning id",
  );
  await database.pool.query(
    `insert into imported_product_ids (source_id, product_id) values (31, ${Number(product?.id)})`,
  );
  const [form] = await rows(`insert into contact_forms (hash, slug, title, locale, template, mail, mail_2, messages,
    additional_settings, updated_at) values ('def5678', 'early', 'Early', 'en', '', '{}', '{}', '{}', '', now()) returning id`);
  expect((await importItems(items)).posts.updated).toBe(1);
  expect(await bodyOf("early")).toBe(
    `<p>[product id="${Number(product?.id)}"] [contact-form-7 id="${Number(form?.id)}"]</p>`,
  );
  expect((await importItems(items)).posts.unchanged).toBe(1);
  await database.pool.query("delete from contact_forms; delete from products");
});

test("addresses by id and archives with another base redirect to the new ones", async () => {
  await importXml(smallSite, { bases: { category: "topics", tag: "themes" } });
  const redirects = await rows("select path, target from moved_addresses");
  const targets = new Map(redirects.map(({ path, target }) => [path, target]));
  expect(
    Object.fromEntries(["/?p=21", "/?p=28", "/?cat=2", "/?author=7"].map((path) => [path, targets.get(path)])),
  ).toEqual({
    "/?p=21": "/boiling-water/",
    "/?p=28": "/cart/",
    "/?cat=2": "/category/green-tea/",
    "/?author=7": "/author/amna-tariq/",
  });
  expect(targets.get("/topics/tea/")).toBe("/category/tea/");
  expect(targets.get("/topics/tea/green-tea/")).toBe("/category/green-tea/");
  expect(targets.get("/?p=11")).toMatch(/^\/media\/.*\.png$/);
  expect(targets.get("/?p=13")).toMatch(/^\/media\/.*\.pdf$/);
  expect(targets.get("/kettle/")).toBe(targets.get("/?p=11"));
  expect(targets.get("/wp-content/uploads/2024/02/kettle.png/")).toBe(targets.get("/?p=11"));
  expect(targets.get("/wp-content/uploads/2024/02/prices.pdf/")).toBe(targets.get("/?p=13"));
  expect(targets.get("/author/amna/")).toBe("/author/amna-tariq/");
  expect(targets.has("/?p=23")).toBe(false);
});

test("pictures and files that an interrupted import stored redirect after the next one", async () => {
  const upload = (id: number, name: string) => ({
    id,
    type: "attachment",
    status: "inherit",
    link: `https://old.example/file-${id}/`,
    attachmentUrl: `https://old.example/wp-content/uploads/${name}`,
  });
  const content = '<img src="/wp-content/uploads/tea.png" alt=""> <a href="/wp-content/uploads/list.pdf">list</a>';
  const items = [upload(1, "tea.png"), upload(2, "list.pdf"), { id: 3, content }];
  const stopping = importItems(items, {
    onProgress: () => {
      throw new Error("stopped");
    },
  });
  await expect(stopping).rejects.toThrow("stopped");
  fetched.splice(0);
  expect((await importItems(items)).posts.unchanged).toBe(1);
  expect(fetched).toEqual([]);
  const moved = await rows("select path from moved_addresses where target like '/media/%' order by path");
  expect(moved.map(({ path }) => path)).toEqual([
    "/?p=1",
    "/?p=2",
    "/file-1/",
    "/file-2/",
    "/wp-content/uploads/list.pdf/",
    "/wp-content/uploads/tea.png/",
  ]);
});

test("old addresses redirect to the new ones; pages that the shop has itself are left out", async () => {
  const report = await importXml(smallSite);
  expect(
    await rows(
      "select path, target, source from moved_addresses where path not like '/?%' and target not like '/media/%' order by path",
    ),
  ).toEqual([
    { path: "/2024/02/picking-leaves/", target: "/picking-leaves/", source: "wordpress:old.example" },
    { path: "/2024/03/boiling-water/", target: "/boiling-water/", source: "wordpress:old.example" },
    { path: "/about/team/", target: "/team/", source: "wordpress:old.example" },
    { path: "/author/amna/", target: "/author/amna-tariq/", source: "wordpress:old.example" },
    { path: "/basket/", target: "/cart/", source: "wordpress:old.example" },
    { path: "/category/tea/green-tea/", target: "/category/green-tea/", source: "wordpress:old.example" },
  ]);
  expect(report.notes.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      'the page "basket" is left out: the shop has /cart/',
      'the page "shop" is left out: the shop has /shop/',
    ]),
  );
});

test("taken and reserved slugs get the first free number, in the order of the file", async () => {
  await database.pool.query("insert into articles (type, slug, title) values ('page', 'tea', 'Ours')");
  const items = [
    { id: 1, slug: "tea" },
    { id: 2, slug: "tea", type: "page" },
    { id: 3, slug: "feed" },
    { id: 4, slug: "%d8%a8" },
  ];
  const report = await importItems(items);
  const slugs = "select source_id as id, slug from articles where source_id is not null order by 1";
  const expected = ["tea-2", "tea-3", "feed-2", "\u0628"];
  expect((await rows(slugs)).map(({ slug }) => slug)).toEqual(expected);
  expect(report.notes.map(({ text }) => text)).toContain('the slug "tea" is taken: the post gets "tea-2"');
  await importItems(items.toReversed(), { overwrites: true });
  expect((await rows(slugs)).map(({ slug }) => slug)).toEqual(expected);
});

test("a menu replaces the shop's only where it is asked to", async () => {
  await database.pool.query(
    `insert into menus values ('primary', '[]'), ('footer', '[{"label":"Ours","path":"/","children":[]}]')`,
  );
  await importXml(smallSite, { menus: new Map([["primary", "main-menu"]]) });
  expect(await rows("select place, items from menus order by place")).toEqual([
    { place: "footer", items: [{ label: "Ours", path: "/", children: [] }] },
    {
      place: "primary",
      items: [
        { label: "About", path: "/about/", children: [{ label: "Team", path: "/team/", children: [] }] },
        { label: "Tea", path: "/category/tea/", children: [] },
        { label: "Leaves", path: "/picking-leaves/", children: [] },
      ],
    },
  ]);
  await expect(importXml(smallSite, { menus: new Map([["primary", "other"]]) })).rejects.toThrow(
    /no menu "other".*main-menu/,
  );
});

test("an item whose pictures are unavailable is imported without them, and completed by the next import", async () => {
  let isDown = true;
  const fetch = async () => {
    if (isDown) throw new PictureProblem("the server answered 503");
    return picture("#800000");
  };
  const report = await importXml(smallSite, { fetch });
  expect(report.refused.map(({ text }) => text)).toContain(
    "picture https://old.example/wp-content/uploads/2024/02/kettle.png (the server answered 503)",
  );
  expect(await bodyOf("boiling-water")).not.toContain("/media/");
  isDown = false;
  expect((await importXml(smallSite, { fetch })).posts).toMatchObject({ updated: 2, unchanged: 3 });
  expect(await bodyOf("boiling-water")).toContain("/media/");
});

test("pictures come from a copy of the uploads folder, never from outside of it", async () => {
  const uploads = join(folder, "uploads");
  await mkdir(join(uploads, "2024/02"), { recursive: true });
  await writeFile(join(uploads, "2024/02/kettle.png"), await picture("#800000"));
  await writeFile(join(folder, "outside.png"), await picture("#000080"));
  const sneaky = {
    id: 1,
    type: "attachment",
    attachmentUrl: "https://old.example/wp-content/uploads/%2e%2e%2foutside.png",
  };
  await importXml(smallSite.replace("<item>", `${exportXml([sneaky]).match(/<item>[\s\S]*<\/item>/)?.[0]}<item>`), {
    uploads,
    allPictures: true,
  });
  expect(fetched.toSorted()).toEqual([
    "https://old.example/wp-content/uploads/%2e%2e%2foutside.png",
    "https://old.example/wp-content/uploads/2024/02/cup.png",
    "https://old.example/wp-content/uploads/2024/02/prices.pdf",
  ]);
});

test("of two imports at once one is refused", async () => {
  const results = await Promise.allSettled([importXml(smallSite), importXml(smallSite)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(results.find(({ status }) => status === "rejected")).toMatchObject({ reason: { message: /Another import/ } });
  expect(await rows("select 1 from articles")).toHaveLength(7);
});
