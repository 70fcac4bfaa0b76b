import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { onLocalChange } from "#db/changes.ts";
import { reservedSlugs } from "#routes";
import { localFiles } from "../../../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { findArticle } from "../articles.ts";
import { getMenus } from "../menus.ts";
import { importArticles } from "./import-articles.ts";
import { importAuthors } from "./import-authors.ts";
import { importMenus } from "./import-menus.ts";

const now = new Date("2026-11-21T12:00:00Z");
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "chowk-articles-"));
  return () => rm(folder, { recursive: true, force: true });
});

async function importFiles(files: Record<string, string>, type: "post" | "page" = "post") {
  const articles = await mkdtemp(join(folder, "posts-"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(articles, name), text);
  return importArticles(database.db, {
    folder: articles,
    type,
    reservedSlugs: reservedSlugs(),
    media: localFiles(folder).media,
    now,
  });
}

const importOne = (text: string, name = "one.html") => importFiles({ [name]: text });

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

  test("pictures in the text are stored with it, by their paths in the folder", async () => {
    const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: "#a0573f" } });
    await mkdir(join(folder, "pictures"), { recursive: true });
    await picture.png().toFile(join(folder, "pictures/green tea.png"));
    const html =
      '<img src="pictures/green tea.png" alt="Leaves &amp; more" class="big alignleft" width="20" height="90">';
    expect(await importOne(`---\ntitle: Leaves\n---\n${html}`)).toMatchObject({ created: 1, notes: [] });
    expect((await findArticle(database.db, "leaves", now))?.body).toMatch(
      /^<img src="\/media\/[\w/]+\.png" alt="Leaves &amp; more" class="alignleft" width="20" height="15" loading="lazy" \/>$/,
    );
    const text = '---\ntitle: Leaves\n---\n![Leaves & more](<pictures/green tea.png> "Green")';
    expect(await importOne(text, "leaves.md")).toMatchObject({ updated: 1, refused: [], notes: [] });
    expect((await findArticle(database.db, "leaves", now))?.body).toMatch(
      /^<p><img src="\/media\/[\w/]+\.png" alt="Leaves &amp; more" title="Green" width="40" height="30" loading="lazy" \/><\/p>$/,
    );
    expect(await importOne(text, "leaves.md")).toMatchObject({ unchanged: 1 });
  });

  test.each([
    ["an encoded name", "![](pictures/R%26D.png)"],
    ["a percent sign", "![](<pictures/50% off.png>)"],
    ["HTML with a stray quote", '<a href="/x"">A</a> <img src="pictures/R&amp;D.png" alt="b">'],
    ["a link to a picture", "[Large](pictures/R%26D.png)"],
  ])("a picture is found by %s", async (_, body) => {
    await mkdir(join(folder, "pictures"), { recursive: true });
    for (const [name, background] of [
      ["R&D", "#a05700"],
      ["50% off", "#a057ff"],
    ] as const)
      await sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toFile(join(folder, `pictures/${name}.png`));
    expect(await importOne(`---\ntitle: Named\n---\n${body}`, "named.md")).toMatchObject({ refused: [], notes: [] });
    expect((await findArticle(database.db, "named", now))?.body).toMatch(/(?:src|href)="\/media\/[\w/]+\.png"/);
  });

  test("what a script says about pictures is no picture", async () => {
    const body = "<script>x = '<img src=\"pictures/none.png\">'</script><p>a</p>";
    expect(await importOne(`---\ntitle: Script\n---\n${body}`)).toMatchObject({ created: 1, refused: [], notes: [] });
    expect((await findArticle(database.db, "script", now))?.body).toBe("<p>a</p>");
  });

  test("missing pictures in the text are named with their lines, and those of other sites are left out", async () => {
    const picture = '<img src="https://other.example/a.png" alt="">';
    expect(await importOne(`---\ntitle: Far\n---\n<p>a</p>\n${picture}<p>b</p>`)).toMatchObject({
      created: 1,
      notes: [
        {
          file: "one.html",
          line: 5,
          text: "the picture https://other.example/a.png is left out: pictures have to be in the folder",
        },
      ],
    });
    expect((await findArticle(database.db, "far", now))?.body).toBe("<p>a</p>\n<p>b</p>");
    const missing =
      "---\ntitle: Near\n---\nSee xpictures/none.png.\n![a](pictures/none.png)\n![b](../../etc/passwd) ![c](pictures/tw%6F.png)";
    const { created, refused, notes } = await importOne(missing, "near.md");
    expect(created).toBe(0);
    expect(refused.flatMap(({ reasons }) => reasons)).toEqual([
      "near.md:5: the picture pictures/none.png: there is no such file in the folder",
      "near.md:6: the picture pictures/two.png: there is no such file in the folder",
    ]);
    expect(notes).toEqual([]);
  });

  test("Markdown becomes sanitised HTML; shortcodes in it stay as they are", async () => {
    const text = `---
title: Milk
slug: milk
---
## How *much*

| Age | mg |
| --- | --- |
| 9 | 1300 |

<div onclick="x">Raw <script>alert(1)</script><b>HTML</b></div>

[link](javascript:alert(1)) [fine](/shop/ "Shop")

[video src="https://video.example/a_b_c.mp4" title="2 * 3 * 4"]

[product id=7][gallery ids='1,2']x < y[/gallery]
`;
    expect(await importOne(text, "one.md")).toMatchObject({ created: 1, refused: [] });
    const { body = "" } = (await findArticle(database.db, "milk", now)) ?? {};
    expect(body).toContain("<h2>How <em>much</em></h2>");
    expect(body).toContain("<td>1300</td>");
    expect(body).toContain("<div>Raw <b>HTML</b></div>");
    expect(body).toContain('<a>link</a> <a href="/shop/" title="Shop">fine</a>');
    expect(body).toContain('<p>[video src="https://video.example/a_b_c.mp4" title="2 * 3 * 4"]</p>');
    expect(body).toContain("<p>[product id=7][gallery ids='1,2']x &lt; y[/gallery]</p>");
    expect(await importOne(text, "one.md")).toMatchObject({ unchanged: 1 });
  });

  test("format, sticky, comments, status, several and nested categories are read", async () => {
    const matter =
      "title: Bones\nformat: video\nsticky: yes\ncomments: no\nstatus: private\ncategory: Body > Bones, Health\n# a note";
    expect(await importOne(`---\n${matter}\n---\nx`)).toMatchObject({ created: 1, refused: [] });
    const { rows } = await database.pool.query(`
      select format, is_sticky, comments_open, status, (select array_agg(t.slug || ' in ' || coalesce(p.slug, '-') order by position)
        from article_topics at join topics t on t.id = at.topic_id left join topics p on p.id = t.parent_id
        where at.article_id = articles.id) as topics from articles where slug = 'bones'`);
    const topics = ["bones in body", "health in -"];
    expect(rows).toEqual([{ format: "video", is_sticky: true, comments_open: false, status: "private", topics }]);
  });

  test("pages are imported after the pages above them, whatever their names", async () => {
    const page = (slug: string, parent = "") => `---\ntitle: ${slug}\nslug: ${slug}\nparent: ${parent}\n---\nx`;
    const files = { "a.md": page("team", "company"), "b.md": page("company"), "c.md": page("jobs", "nowhere") };
    const report = await importFiles(files, "page");
    expect(report.created).toBe(2);
    expect(report.refused).toEqual([
      { file: "c.md", line: 4, reasons: ['c.md:4: there is no page "nowhere" above it'] },
    ]);
    const { rows } = await database.pool.query(
      "select p.slug, a.comments_open from articles a join articles p on p.id = a.parent_id where a.slug = 'team'",
    );
    expect(rows).toEqual([{ slug: "company", comments_open: false }]);
    expect(await importFiles({ "b.md": page("company"), "a.md": page("team", "company") }, "page")).toMatchObject({
      unchanged: 2,
    });
    const circle = await importFiles({ "a.md": page("x", "y"), "b.md": page("y", "x") }, "page");
    expect(circle.created).toBe(0);
    const turned = await importFiles({ "b.md": page("company", "team") }, "page");
    expect(turned.refused).toEqual([{ file: "b.md", line: 4, reasons: ['b.md:4: there is no page "team" above it'] }]);
  });

  test("a file with the slug of a page is not imported as a post, nor the other way round", async () => {
    const text = (title: string) => `---\ntitle: ${title}\nslug: ours\n---\nx`;
    expect(await importFiles({ "ours.md": text("The page") }, "page")).toMatchObject({ created: 1 });
    expect(await importFiles({ "post.md": text("A post") }, "post")).toMatchObject({
      updated: 0,
      refused: [{ file: "post.md", line: 3, reasons: ['post.md:3: the page "ours" has this slug'] }],
    });
    expect(await importFiles({ "news.md": "---\ntitle: News\n---\nx" }, "post")).toMatchObject({ created: 1 });
    expect((await importFiles({ "page.md": "---\ntitle: News\n---\ny" }, "page")).refused).toEqual([
      { file: "page.md", line: 2, reasons: ['page.md:2: the post "news" has this slug'] },
    ]);
    const { rows } = await database.pool.query(
      "select type, title, body from articles where slug in ('ours', 'news') order by slug",
    );
    expect(rows).toEqual([
      { type: "post", title: "News", body: "<p>x</p>" },
      { type: "page", title: "The page", body: "<p>x</p>" },
    ]);
  });

  test("of two files with one slug the first is imported, and the second named with it, at each run", async () => {
    const files = {
      "a.md": "---\ntitle: First\nslug: twin\n---\nx",
      "b.md": "---\ntitle: Second\nslug: twin\n---\nx",
      "c.md": "---\ntitle: Twin\n---\nx",
    };
    const refused = [
      { file: "b.md", line: 3, reasons: ['b.md:3: a.md has the slug "twin", too'] },
      { file: "c.md", line: 2, reasons: ['c.md:2: a.md has the slug "twin", too'] },
    ];
    expect(await importFiles(files)).toMatchObject({ created: 1, updated: 0, refused });
    expect(await importFiles(files)).toMatchObject({ created: 0, updated: 0, unchanged: 1, refused });
  });

  test.each([
    ["no front matter", "<p>a</p>", "1: it does not start with front matter"],
    ["front matter without an end", "---\ntitle: A\nx", '1: its front matter does not end with a line "---"'],
    ["no title", "---\nslug: a\n---\nx", "1: it has no title"],
    ["an invalid slug", "---\ntitle: A\nslug: A b\n---\nx", '3: "A b" is no slug; a-b is'],
    ["an invalid date", "---\ntitle: A\ndate: soon\n---\nx", '3: "soon" is no date'],
    [
      "a missing picture",
      "---\ntitle: A\n\nimage: pictures/x.jpg\n---\nx",
      "4: the picture pictures/x.jpg: there is no such file",
    ],
    [
      "an unknown status",
      "---\ntitle: A\nstatus: published\n---\nx",
      '3: "published" is no status: use publish, draft, pending, private, trash',
    ],
    ["an unknown name", "---\ntitle: A\nautor: B\n---\nx", '3: "autor" is not one of title, slug, date, author, '],
    ["a line without a name", "---\ntitle: A\n- b\n---\nx", '3: "- b" is not "name: value"'],
    ["a name that is there twice", "---\ntitle: A\ntitle: B\n---\nx", '3: "title" is there twice'],
    ["a post's parent", "---\ntitle: A\nparent: b\n---\nx", "3: only pages have a parent"],
  ])("%s is reported with the file's name and line", async (_, text, reason) => {
    const report = await importOne(text);
    expect(report.created).toBe(0);
    expect(report.refused[0]?.reasons[0]?.startsWith(`one.html:${reason}`)).toBe(true);
  });
});

describe("authors", () => {
  const importAuthor = async (text: string) => {
    const authors = await mkdtemp(join(folder, "authors-"));
    await writeFile(join(authors, "rabia.md"), text);
    return importAuthors(database.db, { folder: authors, media: localFiles(folder).media });
  };

  test("have a text and a site; one that came with an article is completed by its name", async () => {
    await importOne("---\ntitle: By Rabia\nslug: by-rabia\nauthor: Rabia K.\n---\nx");
    const text = "---\nname: Rabia K.\nurl: https://rabia.example/\n---\nTests **every** <script>x</script>batch.";
    expect(await importAuthor(text)).toMatchObject({ updated: 1, refused: [] });
    expect(await importAuthor(text)).toMatchObject({ unchanged: 1 });
    expect((await findArticle(database.db, "by-rabia", now))?.author).toMatchObject({
      slug: "rabia",
      name: "Rabia K.",
      bio: "Tests every batch.",
      url: "https://rabia.example/",
    });
    expect(await importOne("---\ntitle: By Rabia\nslug: by-rabia\nauthor: Rabia K.\n---\nx")).toMatchObject({
      unchanged: 1,
    });
  });

  test("the author of a file's slug is written even if another one has its name", async () => {
    await database.pool.query("insert into authors (slug, name) values ('omar-1', 'Omar'), ('omar', 'Omar')");
    expect(await importAuthor("---\nname: Omar\nslug: omar\n---\nWrites.")).toMatchObject({ updated: 1, refused: [] });
    const { rows } = await database.pool.query("select slug, bio from authors where name = 'Omar' order by slug");
    expect(rows).toEqual([
      { slug: "omar", bio: "Writes." },
      { slug: "omar-1", bio: "" },
    ]);
  });

  test.each([
    ["no name", "---\nslug: a\n---\nx", "1: it has no name"],
    [
      "a site that runs a program",
      "---\nname: A\nurl: javascript:x\n---\nx",
      '3: "javascript:x" is no address of a web page',
    ],
    ["an unknown name", "---\nname: A\nbio: B\n---\nx", '3: "bio" is not one of name, slug, url, image'],
  ])("%s is reported with the file's name and line", async (_, text, reason) => {
    expect((await importAuthor(text)).refused[0]?.reasons).toEqual([`rabia.md:${reason}`]);
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
