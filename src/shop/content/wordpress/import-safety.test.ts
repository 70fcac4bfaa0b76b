import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { reservedSlugs, routes } from "#routes";
import { localFiles } from "../../../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { fetchPicture } from "../../catalogue/pictures/fetch-picture.ts";
import { isPublicAddress } from "../../catalogue/pictures/public-address.ts";
import { type ImportWordpressOptions, importWordpress } from "./import-wordpress.ts";
import { categoryXml, exportFoot, exportHead, exportXml, type FixtureItem, itemXml } from "./wordpress.fixtures.ts";

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "chowk-wordpress-"));
  return () => rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await database.pool.query("truncate articles, topics, authors, moved_addresses, wordpress_items cascade");
});

async function importXml(xml: string | Uint8Array, options: Partial<ImportWordpressOptions> = {}) {
  const file = join(folder, "export.xml");
  await writeFile(file, xml);
  const { db, pool } = database;
  return importWordpress(db, pool, {
    file,
    media: localFiles(folder).media,
    routes,
    reservedSlugs: reservedSlugs(),
    now: new Date("2026-11-21T12:00:00Z"),
    ...options,
  });
}
const importItems = (items: readonly FixtureItem[], options?: Partial<ImportWordpressOptions>) =>
  importXml(exportXml(items), options);
const rows = async (query: string) => (await database.pool.query(query)).rows as Record<string, unknown>[];

const billionLaughs = `<!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>`;
const declaration = '<?xml version="1.0" encoding="UTF-8" ?>';
const headWith = (text: string) => exportHead.replace(declaration, `${declaration}\n${text}`);

test.each([
  [
    "a file that ends early",
    `${exportHead}${itemXml({ id: 1 })}<item><title>x`,
    /line \d+, column \d+: the XML is broken/,
  ],
  [
    "a wrong end tag",
    `${exportHead}<item><title>x</item></title>${exportFoot}`,
    /line 12, column \d+: the XML is broken/,
  ],
  [
    "an unknown entity",
    `${exportHead}<item><title>&nbsp;</title></item>${exportFoot}`,
    /line 12, column \d+: .*entity/,
  ],
  ["a billion laughs", headWith(billionLaughs), /line 2, column \d+: it has a document type/],
  ["an external entity", headWith('<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>'), /line 2.*document type/],
  ["a huge document type", headWith(`<!DOCTYPE rss [${"<!-- x -->".repeat(50_000)}]>`), /document type/],
  ["deep elements", `${exportHead}${"<a>".repeat(5000)}`, /nested deeper than 20 levels/],
  ["another encoding", exportHead.replace("UTF-8", "UTF-16"), /the encoding UTF-16 is not UTF-8/],
  ["an HTML page", "<html><body><p>Sign in</p></body></html>", /not a WordPress export/],
  ["an empty file", "", /line 1, column 0/],
  ["another version", exportXml([]).replace("1.2</wp:wxr", "9.9</wp:wxr"), /version 9\.9 of the format is unknown/],
  ["bytes that are no text", Buffer.concat([Buffer.from(exportHead), Buffer.from([0xff, 0xfe])]), /not UTF-8/],
])("%s is refused with its place, and nothing is imported", async (_name, xml, message) => {
  await expect(importXml(xml)).rejects.toThrow(message);
  expect(await rows("select 1 from articles union all select 1 from authors union all select 1 from topics")).toEqual(
    [],
  );
});

test("a post of 10 MB, one without an id and a second one of an id are refused with their line; the others arrive", async () => {
  const items = [{ id: 1 }, { id: 2, content: "long ".repeat(2_100_000) }, { id: 1, slug: "copy" }, { id: 3 }];
  const report = await importXml(exportXml(items).replace("<wp:post_id>3<", "<wp:post_id>3x<"));
  expect(report.refused.map(({ text }) => text)).toEqual([
    'post 2 "Title 2" (content:encoded is larger than 2 MB)',
    expect.stringMatching(/^post 1 "Title 1" \(its id is already used on line \d+\)$/),
    'post 3x "Title 3" (it has no wp:post_id)',
  ]);
  expect(report.refused.every(({ line }) => line > 10)).toBe(true);
  expect(await rows("select slug from articles")).toEqual([{ slug: "item-1" }]);
});

test("a post whose text grows over 2 MB by its mapping is refused", async () => {
  const report = await importItems([{ id: 1, content: "&lt;".repeat(490_000) + "ä".repeat(30_000) }, { id: 2 }]);
  expect(report.refused.map(({ text }) => text)).toEqual(['post 1 "Title 1" (its text is larger than 2 MB)']);
  expect(await rows("select slug from articles")).toEqual([{ slug: "item-2" }]);
});

test.each([
  ["file:///etc/passwd", "its address is not http or https"],
  ["gopher://old.example/x.png", "its address is not http or https"],
  ["x.png", "its address is not http or https"],
  ["http://127.0.0.1/x.png", "its address is not on the public internet"],
  ["http://localhost/x.png", "its address is not on the public internet"],
  ["http://[::1]/x.png", "its address is not on the public internet"],
  ["http://169.254.169.254/latest/x.png", "its address is not on the public internet"],
  ["http://10.0.0.8/x.png", "its address is not on the public internet"],
  [
    "http://old.example:6379/x.png",
    "port 6379 is not allowed: only 80, 443 and 8080 are, so that only web servers are contacted",
  ],
  ["http://user:password@old.example/x.png", "its address has a password in it"],
])("an attachment at %s is refused, and a dry run says so", async (attachmentUrl, reason) => {
  const items = [
    { id: 9, type: "attachment", attachmentUrl },
    { id: 1, meta: { _thumbnail_id: "9" } },
  ];
  const dryRun = await importItems(items, { isDryRun: true });
  const report = await importItems(items);
  for (const { refused } of [dryRun, report])
    expect(refused.map(({ text }) => text)).toEqual([`picture ${attachmentUrl} (${reason})`]);
  expect(await rows("select media_id from articles")).toEqual([{ media_id: null }]);
});

test("a document of a site that is inside the network is not fetched, and stays linked", async () => {
  const content = '<a href="http://169.254.169.254/wp-content/uploads/keys.pdf">Keys</a>';
  const xml = exportXml([{ id: 1, content }]).replaceAll("https://old.example", "http://169.254.169.254");
  const report = await importXml(xml);
  expect(report.notes.map(({ text }) => text)).toEqual([
    "the file http://169.254.169.254/wp-content/uploads/keys.pdf stays where it is: its address is not on the public internet",
  ]);
  expect(await rows("select from public_files")).toEqual([]);
});

test("an attachment that redirects into the machine is refused, and no picture is what has only its name", async () => {
  const asked: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    asked.push(url);
    if (url === "/redirect.png") response.writeHead(302, { location: "http://127.0.0.1:1/secret.png" }).end();
    else response.end("<svg onload=alert(1)>");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const isAllowed = (address: string, to: number) =>
    (address === "127.0.0.1" && to === port) || isPublicAddress(address);
  const at = (name: string) => `http://127.0.0.1:${port}/${name}`;
  const items = [
    { id: 8, type: "attachment", attachmentUrl: at("redirect.png") },
    { id: 9, type: "attachment", attachmentUrl: at("drawing.png") },
    { id: 1, meta: { _thumbnail_id: "8" } },
    { id: 2, meta: { _thumbnail_id: "9" } },
  ];
  const report = await importItems(items, { fetch: (url) => fetchPicture(url, { isAllowed }) });
  server.close();
  expect(report.refused.map(({ text }) => text).toSorted()).toEqual([
    `picture ${at("drawing.png")} (it is an SVG drawing)`,
    `picture ${at("redirect.png")} (its address is not on the public internet)`,
  ]);
  expect(asked.toSorted()).toEqual(["/drawing.png", "/redirect.png"]);
});

test("hostile titles, slugs, names and bodies come out harmless", async () => {
  const evil = '<img src=x onerror="alert(1)"><script>alert(1)</script>';
  const xml = exportXml([
    {
      id: 1,
      title: `${evil}Tea &lt;b&gt;`,
      slug: "../../etc/passwd",
      link: "https://old.example/x\u0000/../%2e%2e//evil.example/",
      content: `${evil}<a href="javascript:alert(1)">x</a><a href="//evil.example/">y</a><iframe src="https://evil.example/"></iframe>
<!-- wp:html --><form action="https://evil.example"><input name=p></form><!-- /wp:html --><!-- wp:paragraph {"a":"<script>"} -->`,
      terms: [["category", "../x y", `${evil}Cups`]],
      discussion: [{ id: 5, author: evil, email: "a b@c", content: evil + "Hello" }],
    },
    {
      id: 2,
      title: "",
      slug: "",
      content: "[a]".repeat(20_000) + '[gallery ids="'.repeat(20_000) + "<!-- wp:group -->".repeat(20_000),
    },
  ]).replace("<![CDATA[Amna Tariq]]>", "<![CDATA[amna@old.example]]>");
  const report = await importXml(xml);
  expect(report.refused).toEqual([]);
  const [post, other] = await rows(
    `select a.title, a.slug, a.body, u.name as author, u.slug as login from articles a join authors u on u.id = a.author_id order by source_id`,
  );
  expect(post).toMatchObject({ title: "Tea <b>", slug: "etc-passwd", author: "amna", login: "amna" });
  expect(post?.body).toContain("<a>x</a><a>y</a>");
  expect(post?.body).not.toMatch(/script|onerror|evil|form|input|iframe/);
  expect(other).toMatchObject({ title: `${"[a]".repeat(20)}…`, slug: "post-2" });
  expect(await rows("select name, slug from topics")).toEqual([{ name: "Cups", slug: "x-y" }]);
  expect(await rows("select author_name, author_email, body from reviews")).toEqual([
    { author_name: "Anonymous", author_email: "", body: "Hello" },
  ]);
  for (const { target } of await rows("select target from moved_addresses"))
    expect(["/etc-passwd/", "/author/amna/"]).toContain(target);
});

test("comments and pages that are their own ancestors become top-level", async () => {
  await importItems([
    {
      id: 1,
      type: "page",
      parent: 2,
      discussion: [
        { id: 5, parent: 6 },
        { id: 6, parent: 5 },
        { id: 7, parent: 7 },
        { id: 8, parent: 99 },
      ],
    },
    { id: 2, type: "page", parent: 1 },
  ]);
  expect(await rows("select 1 from articles where parent_id is not null")).toEqual([]);
  expect(await rows("select count(*)::int as all, count(parent_id)::int as replies from reviews")).toEqual([
    { all: 4, replies: 1 },
  ]);
});

test("a category in letters of another script does not redirect to itself", async () => {
  await importXml(exportXml([], categoryXml(1, "چائے", "Tea")));
  expect(
    await rows("select path from moved_addresses where path not like '/?%' and path not like '/author/%'"),
  ).toEqual([]);
});

test("categories nested so deep that their old address is no page's are imported without its redirect", async () => {
  const slugs = Array.from({ length: 30 }, (_, at) => createHash("sha512").update(String(at)).digest("hex"));
  const categories = slugs.map((slug, at) => categoryXml(at + 1, slug, slug, slugs[at - 1]));
  await importXml(exportXml([], categories.join("")));
  const last = slugs.at(-1);
  expect(await rows("select count(*)::int as count from topics")).toEqual([{ count: 30 }]);
  expect(await rows(`select path from moved_addresses where target = '/category/${last}/' order by path`)).toEqual([
    { path: "/?cat=30" },
  ]);
});

test("an import that stops in the middle leaves whole items, and the next one adds the rest", async () => {
  const items = Array.from({ length: 30 }, (_, index) => ({
    id: index + 1,
    type: index % 3 === 0 ? "page" : "post",
    parent: index % 3 === 0 && index < 27 ? index + 4 : 0,
    discussion: [{ id: 1000 + index * 2 }, { id: 1001 + index * 2, parent: 1000 + index * 2 }],
  }));
  const stopping = importItems(items, {
    onProgress: (done) => {
      if (done === 11) throw new Error("stopped");
    },
  });
  await expect(stopping).rejects.toThrow("stopped");
  const wholeItems = `select 1 from articles a where (select count(*) from reviews r where r.article_id = a.id) = 2
    and exists (select from wordpress_items w where w.article_id = a.id)`;
  const before = (await rows("select 1 from articles")).length;
  expect(before).toBeGreaterThanOrEqual(11);
  expect(before).toBeLessThan(30);
  expect(await rows(wholeItems)).toHaveLength(before);
  const report = await importItems(items);
  expect(report.posts.created + report.pages.created).toBe(30 - before);
  expect(await rows(wholeItems)).toHaveLength(30);
  expect(await rows("select 1 from articles where parent_id is not null")).toHaveLength(9);
});
