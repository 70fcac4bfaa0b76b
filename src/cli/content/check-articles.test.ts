import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { articlesCommand } from "./articles.ts";

let db: Database;
const lines: string[] = [];
beforeAll(async () => {
  ({ db } = await createTestDatabase());
});
const run = (...args: string[]) =>
  articlesCommand.run({ db, clock: { now: () => new Date() }, print: (line) => void lines.push(line) }, args, {});

test("check names article, line and shortcode, and fails if there are any", async () => {
  const write = (slug: string, body: string, status = "publish") =>
    db.execute(
      sql`insert into articles (type, slug, title, body, status) values ('post', ${slug}, 'A', ${body}, ${status})`,
    );
  await write("tea", "<p>A</p>\n<p>[slider id=1]</p>");
  await write("mint", "<p>[recent_products]</p>", "draft");
  await expect(run("check")).rejects.toThrow("Some shortcodes, links or pictures are not shown as written: 1 place");
  expect(lines.splice(0)).toEqual(["tea: [slider id=1] is unknown and not shown"]);
  await run("check", "mint");
  expect(lines.splice(0)).toEqual(["All shortcodes, links and pictures are shown as written."]);
  await expect(run("check", "mnit")).rejects.toMatchObject({ code: "article_unknown" });
  await expect(run("chekc")).rejects.toThrow('There is no "articles chekc"');
});

test("check names products, categories, tags, files and forms that a shortcode names and the shop does not have", async () => {
  await db.execute(sql`delete from articles`);
  await db.execute(sql`insert into products (id, type, slug, name, sku, status) values (71, 'simple', 'tea', 'Tea', 'T-1', 'publish'),
    (72, 'simple', 'draft', 'Draft', null, 'draft')`);
  await db.execute(sql`insert into categories (slug, name) values ('drinks', 'Drinks')`);
  await db.execute(sql`insert into categories (slug, name, parent_id) select 'hot', 'Hot', id from categories`);
  const body = `<p>[products ids="71,72,999999"]</p>
<p>[product slug=tea] [products skus="T-1,T-2" category="drinks/hot,hot,cold" tag=new]</p>
<p>[gallery ids=5]</p><p>[video src="https://youtu.be/dQw4w9WgXcQ" poster="a.jpg"]</p>
<p>[contact-form-7 id="55"] [contact-form-7 id="ask"] [lead_form id="ab12cd3"]</p>`;
  await db.execute(sql`insert into contact_forms (hash, slug, title, locale, template, mail, mail_2, messages,
    additional_settings, updated_at) values ('ab12cd3', 'ask', 'Ask', 'en_GB', '', '{}', '{}', '{}', '', now())`);
  await db.execute(sql`insert into articles (type, slug, title, body) values ('post', 'tea', 'A', ${body})`);
  await expect(run("check")).rejects.toThrow("8 places");
  const named = lines.splice(0).map((line) => line.replace(/, which .*/, ""));
  expect(named).toEqual([
    'tea: the shop has no product "72"',
    'tea: the shop has no product "999999"',
    'tea: the shop has no SKU "T-2"',
    'tea: the shop has no category "cold"',
    'tea: the shop has no tag "new"',
    'tea: the shop has no file "5"',
    'tea: the shop has no file "a.jpg"',
    'tea: the shop has no form "55"',
  ]);
});

test("check names faults in the order of the text", async () => {
  await db.execute(sql`delete from articles`);
  const body = "<p>[slider id=1] [product sku=A] [tabs b=1]</p><p>[products limit=0] [product sku=B]</p>";
  await db.execute(sql`insert into articles (type, slug, title, body) values ('post', 'tea', 'A', ${body})`);
  await expect(run("check", "tea")).rejects.toThrow("5 places");
  expect(lines.splice(0).map((line) => /slider|"A"|tabs|limit|"B"/.exec(line)?.[0])).toEqual([
    "slider",
    '"A"',
    "tabs",
    "limit",
    '"B"',
  ]);
});

test("check names faults of an article in the trash only if it is asked about that article", async () => {
  await db.execute(sql`delete from articles`);
  await db.execute(sql`insert into articles (type, slug, title, body, status)
    values ('post', 'old', 'A', '<p>[slider id=1]</p>', 'trash')`);
  await run("check");
  await expect(run("check", "old")).rejects.toThrow("1 place");
  expect(lines.splice(0)).toEqual([
    "All shortcodes, links and pictures are shown as written.",
    "old: [slider id=1] is unknown and not shown",
  ]);
});

test("check of a file names the lines of its text, and what neither its folder nor the shop has", async () => {
  const folder = await mkdtemp(join(tmpdir(), "chowk-check-"));
  await mkdir(join(folder, "pictures"));
  await writeFile(join(folder, "pictures/a.jpg"), "");
  const check = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    await run("check", join(folder, name)).catch(() => undefined);
    return lines.splice(0).map((line) => line.replace(`${folder}/`, ""));
  };
  try {
    const text = `---
title: A
---
A

[product sku="NOPE-1"]

- [product sku="NOPE-1"]
- [product sku=tea]

[gallery pictures="pictures/a.jpg,pictures/b.jpg"]

[slider id=1]

![A](pictures/a.jpg) ![C](pictures/c.jpg) ![D](https://other.example/d.jpg)
`;
    expect(await check("a.md", text)).toEqual([
      'a.md:6: the shop has no SKU "NOPE-1", which [product sku="NOPE-1"] names',
      'a.md:8: the shop has no SKU "NOPE-1", which [product sku="NOPE-1"] names',
      'a.md:9: the shop has no SKU "tea", which [product sku=tea] names',
      'a.md:11: the shop has no file "pictures/b.jpg", which [gallery pictures="pictures/a.jpg,pictures/b.jpg"] names',
      "a.md:13: [slider id=1] is unknown and not shown",
      "a.md:15: the picture pictures/c.jpg: there is no such file in the folder",
      "a.md:15: the picture https://other.example/d.jpg is left out: pictures have to be in the folder",
    ]);
    expect(
      await check("title.html", '---\ntitle: A\n---\n<p><abbr title="[a b=1]">A</abbr></p><p>[a b=1]</p>\n'),
    ).toEqual(["title.html: [a b=1] is unknown and not shown"]);
    expect(await check("b.html", "---\ntitle: A\n---\n<p>A</p>\n<p>[slider id=1]</p>\n")).toEqual([
      "b.html:5: [slider id=1] is unknown and not shown",
    ]);
    expect(await check("c.md", "---\ntitle: A\nprice: 3\n---\n")).toEqual([
      expect.stringMatching(/^c\.md:3: "price" is not one of /),
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.each([
  ["code.md", "`[slider id=1]`\n\n[slider id=1]\n\n    [slider id=1]\n\n[slider id=1]", [6, 10]],
  [
    "fence.md",
    "```\n[slider id=1]\n[product sku=NO]\n```\n\n- `[slider id=1]`\n- [slider id=1]\n\n[product sku=NO]",
    [10, 12],
  ],
  ["brackets.md", "[[slider id=1]] shows\n\n[slider id=1]", [6]],
  ["code.html", "<pre><code>[slider id=1]\n</code></pre>\n<p>[slider id=1]</p>", [6]],
  ["encoded.html", '<p><code>&#91;slider id=&quot;1&quot;&#93;</code></p>\n<p>[slider id="1"]</p>', [5]],
  ["sentence.html", "<p>[slider-one]</p>\n<pre>[slider-one]</pre>\n<p>[slider-one]</p>", [4, 6]],
])("check names the line of a shortcode that code samples of the same text have, too: %s", async (name, text, at) => {
  const folder = await mkdtemp(join(tmpdir(), "chowk-check-"));
  try {
    await writeFile(join(folder, name), `---\ntitle: About [slider id=1]\n---\n${text}\n`);
    await expect(run("check", join(folder, name))).rejects.toThrow("not shown as written");
    expect(lines.splice(0).map((line) => Number(/:(\d+): /.exec(line)?.[1]))).toEqual(at);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("check names links and pictures below /media/ whose files the shop does not have, in the order of the text", async () => {
  await db.execute(sql`delete from articles`);
  const stem = (letter: string) => `${letter}${letter}/${letter}${letter}/${letter.repeat(64)}`;
  const [made, waiting, gone] = [stem("a"), stem("b"), stem("c")];
  await db.execute(sql`insert into media (content_hash, file, media_type, width, height, byte_size, renditions, renditions_made_at) values
    (${"a".repeat(64)}, ${`${made}.png`}, 'image/png', 900, 600, 1, ${JSON.stringify([{ file: `${made}-800.webp` }])}, now()),
    (${"b".repeat(64)}, ${`${waiting}.jpg`}, 'image/jpeg', 900, 600, 1, '[]', null)`);
  await db.execute(sql`insert into public_files (file, name, media_type, byte_size, source)
    values (${`${stem("d")}.pdf`}, 'a.pdf', 'application/pdf', 1, 'a.pdf')`);
  await db.execute(sql`insert into product_videos (product_id, source, file, media_type, youtube_id)
    select id, 'a.mp4', ${`${stem("e")}.mp4`}, 'video/mp4', '' from products where slug = 'tea'`);
  const present = `<p><img src="/media/${made}.png" /><img src="/media/${made}-800.webp" /><img src="/media/${waiting}-400.webp" />
<a href="/media/${stem("d")}.pdf#page=2">A</a> <a href="/media/${stem("e")}.mp4">B</a> <a href="https://other.example/media/c.jpg">C</a></p>`;
  const missing = `<p><img src="/media/${gone}.jpg" alt="" /> [slider id=1] <a href="/media/${gone}.pdf?a=1">A</a></p>
<p>[caption]<img src="/media/${made}-400.webp" /> A[/caption]</p><pre><code>/media/${gone}.jpg</code></pre>`;
  await db.execute(
    sql`insert into articles (type, slug, title, body) values ('post', 'a', 'A', ${present}), ('page', 'b', 'B', ${missing})`,
  );
  await expect(run("check")).rejects.toThrow("4 places");
  expect(lines.splice(0)).toEqual([
    `b: the shop has no file "/media/${gone}.jpg", which a picture names`,
    "b: [slider id=1] is unknown and not shown",
    `b: the shop has no file "/media/${gone}.pdf", which a link names`,
    `b: the shop has no file "/media/${made}-400.webp", which a picture names`,
  ]);
});

test("check of a file names the lines of links and pictures below /media/ whose files the shop does not have", async () => {
  const folder = await mkdtemp(join(tmpdir(), "chowk-check-"));
  const check = async (name: string, text: string) => {
    await writeFile(join(folder, name), `---\ntitle: A\n---\n${text}\n`);
    await run("check", join(folder, name)).catch(() => undefined);
    return lines.splice(0).map((line) => line.replace(/^.*?:(\d+)?:? ?the shop has no file "(.*)", which /, "$1 $2 "));
  };
  try {
    const markdown =
      'Say `/media/a.jpg`.\n\n![A](/media/a.jpg "A")\n\n[![B](/media/b.jpg)](/media/b.jpg)\n\n[Guide](</media/guide.pdf>)';
    expect(await check("a.md", markdown)).toEqual([
      "6 /media/a.jpg a picture names",
      "8 /media/b.jpg a link names",
      "8 /media/b.jpg a picture names",
      "10 /media/guide.pdf a link names",
    ]);
    const html = "<p>A</p>\n<p><a href='/media/a.pdf?b=1&amp;c=2'>/media/a.pdf</a></p>\n<p><img src=/media/a.jpg></p>";
    expect(await check("a.html", html)).toEqual(["5 /media/a.pdf a link names", "6 /media/a.jpg a picture names"]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
