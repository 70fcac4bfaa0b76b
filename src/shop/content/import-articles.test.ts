import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { onLocalChange } from "#db/changes.ts";
import { localFiles } from "../../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { findArticle } from "./articles.ts";
import { importArticles } from "./import-articles.ts";
import { importMenus } from "./import-menus.ts";
import { getMenus } from "./menus.ts";

const now = new Date("2026-11-21T12:00:00Z");
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "chowk-articles-"));
  return () => rm(folder, { recursive: true, force: true });
});

async function importOne(text: string) {
  const articles = await mkdtemp(join(folder, "posts-"));
  await writeFile(join(articles, "one.html"), text);
  return importArticles(database.db, { folder: articles, type: "post", media: localFiles(folder).media, now });
}

const head =
  "title: Iron: leave an hour\nslug: iron\ndate: 2026-09-14\nauthor: Maryam\ncategory: Minerals\ntags: iron, tea, Iron";

describe("articles", () => {
  test("are imported with front matter and sanitised HTML, and importing again changes nothing", async () => {
    const text = `---\n${head}\nexcerpt: Short & <b>good</b>\n---\n<p onclick="x">a</p><script>b</script>`;
    expect(await importOne(text)).toMatchObject({ created: 1, refused: [] });
    expect(await importOne(text)).toMatchObject({ unchanged: 1 });
    expect(await findArticle(database.db, "iron", now)).toMatchObject({
      title: "Iron: leave an hour",
      body: "<p>a</p>",
      excerpt: "Short & good",
      author: { name: "Maryam", slug: "maryam" },
      category: { slug: "minerals" },
      tags: [{ slug: "iron" }, { slug: "tea" }],
      publishedAt: new Date("2026-09-14T00:00:00Z"),
    });
    expect(await importOne(text.replace("tea, Iron", "water"))).toMatchObject({ updated: 1 });
  });

  test("a new alt text of a picture is an update, and is announced with the products that show the picture", async () => {
    const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: "#17573f" } });
    await mkdir(join(folder, "pictures"), { recursive: true });
    await picture.png().toFile(join(folder, "pictures/tea.png"));
    const text = (alt: string) =>
      `---\ntitle: Tea\ndate: 2026-09-14\nimage: pictures/tea.png\nimage_alt: ${alt}\n---\nx`;
    expect(await importOne(text("A cup"))).toMatchObject({ created: 1, refused: [] });
    const { rows } = await database.pool.query<{ article: string; product: string }>(`
      with product as (insert into products (type, slug, name) values ('simple', 'p', 'P') returning id),
      shown as (insert into product_media (product_id, media_id, position)
        select product.id, articles.media_id, 0 from product, articles where slug = 'tea')
      select 'article:' || articles.id as article, 'product:' || product.id as product from articles, product
      where slug = 'tea'`);
    const announced: string[] = [];
    const stop = onLocalChange((tags) => announced.push(...tags));
    expect(await importOne(text("A cup"))).toMatchObject({ unchanged: 1 });
    expect(announced).toEqual([]);
    expect(await importOne(text("A mug"))).toMatchObject({ updated: 1, unchanged: 0 });
    stop();
    expect(new Set(announced)).toEqual(new Set([rows[0]?.article, "articles", rows[0]?.product]));
    expect((await findArticle(database.db, "tea", now))?.picture?.alt).toBe("A mug");
  });

  test.each([
    ["no front matter", "<p>a</p>", /front matter/],
    ["no title", "---\nslug: a\n---\nx", /no title/],
    ["an invalid slug", "---\ntitle: A\nslug: A b\n---\nx", /"A b" is no slug; a-b is/],
    ["an invalid date", "---\ntitle: A\ndate: soon\n---\nx", /"soon" is no date/],
    ["a missing picture", "---\ntitle: A\nimage: pictures/x.jpg\n---\nx", /pictures\/x\.jpg: there is no such file/],
  ])("%s is reported with the file's name", async (_, text, reason) => {
    const report = await importOne(text);
    expect(report.created).toBe(0);
    expect(report.refused[0]?.reasons[0]).toMatch(reason);
    expect(report.refused[0]?.reasons[0]).toMatch(/^one\.html: /);
  });
});

describe("menus", () => {
  const importText = async (text: string) => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "menus.json"), text);
    return importMenus(database.db, join(folder, "menus.json"));
  };

  test("are stored as a tree for each place; other places stay", async () => {
    const shop = { label: "Shop", path: "/shop/", children: [{ label: "All", path: "/all/", children: [] }] };
    expect(await importText(JSON.stringify({ primary: [shop], footer: [] }))).toMatchObject({ created: 2 });
    expect(await importText(JSON.stringify({ primary: [shop] }))).toMatchObject({ unchanged: 1, updated: 0 });
    expect(await getMenus(database.db)).toEqual({ primary: [shop], footer: [], legal: [] });
  });

  test.each([
    ["no JSON", "{", /not a JSON object/],
    ["a place that is not a list", `{"primary":{}}`, /primary is not a list/],
    ["an entry without a label", `{"primary":[{"path":"/"}]}`, /primary\[0\] has no label/],
    ["a path that runs a program", `{"primary":[{"label":"a","path":"javascript:x"}]}`, /primary\[0\] has no path/],
  ])("%s refuses the whole file", async (_, text, reason) => {
    expect((await importText(text)).refused[0]?.reasons[0]).toMatch(reason);
  });
});
