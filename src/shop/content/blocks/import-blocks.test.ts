import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { openLocalFolder } from "#platform/storage/local-folder.ts";
import { reservedSlugs } from "#routes";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { reportLines } from "../../catalogue/import/import-report.ts";
import { importArticles } from "../import/import-articles.ts";
import { findNamedFiles, findNamedPictures } from "./block-data.ts";
import { checkArticles } from "./check-articles.ts";

const demo = fileURLToPath(new URL("../../../../demo/", import.meta.url));
let db: Database;
let folder: string;
beforeAll(async () => {
  ({ db } = await createTestDatabase());
  folder = await mkdtemp(join(tmpdir(), "chowk-blocks-"));
  for (const file of [
    "videos/ashwagandha.webm",
    "videos/ashwagandha.vtt",
    "downloads/growth-guide.pdf",
    "pictures/article-iron.jpg",
  ]) {
    await mkdir(join(folder, dirname(file)), { recursive: true });
    await copyFile(join(demo, file), join(folder, file));
  }
});
afterAll(() => rm(folder, { recursive: true }));

let count = 0;
async function importBodies(bodies: Readonly<Record<string, string>>) {
  const content = join(folder, `content-${++count}`);
  await mkdir(content);
  for (const [slug, body] of Object.entries(bodies))
    await writeFile(join(content, `${slug}.html`), `---\ntitle: A\nslug: ${slug}\ndate: 2026-01-01\n---\n${body}`);
  const media = openLocalFolder(join(folder, "media"));
  return () =>
    importArticles(db, {
      folder: content,
      type: "post",
      reservedSlugs: reservedSlugs(),
      media,
      now: new Date("2026-11-01T00:00:00Z"),
    });
}

test("an import stores the pictures and files that blocks name by their paths; importing again changes nothing", async () => {
  const run = await importBodies({
    a: '<p>[gallery pictures="pictures/article-iron.jpg"]</p><p>[video src="videos/ashwagandha.webm" captions="videos/ashwagandha.vtt"]</p><p>[downloads files="downloads/growth-guide.pdf"]</p><p>[video src="https://youtu.be/dQw4w9WgXcQ"]</p>',
  });
  expect(await run()).toMatchObject({ created: 1, refused: [] });
  const { file: _, ...pdf } =
    (await findNamedFiles(db, ["downloads/growth-guide.pdf"])).get("downloads/growth-guide.pdf") ?? {};
  expect(pdf).toMatchObject({ name: "growth-guide.pdf", mediaType: "application/pdf" });
  expect([...(await findNamedPictures(db, ["pictures/article-iron.jpg"])).values()]).toMatchObject([
    { width: expect.any(Number) },
  ]);
  expect(await run()).toMatchObject({ unchanged: 1, refused: [] });
  const { rows } = await db.execute(sql`select media_type from public_files order by media_type`);
  expect(rows.map(({ media_type: type }) => type)).toEqual(["application/pdf", "text/vtt", "video/webm"]);
});

test("articles with files that are missing, outside the folder or of another kind are refused by name", async () => {
  await writeFile(join(folder, "page.pdf"), "<html><script>attacked()</script>");
  await writeFile(join(folder, "page.html"), "<html></html>");
  const run = await importBodies({
    missing: '<p>[gallery pictures="none.jpg"]</p>\n<p>[video src="videos/none.webm" captions="none.vtt"]</p>',
    kind: '<p>[downloads files="page.html"]</p>',
    pretends: '<p>[downloads files="page.pdf"]</p>',
    outside: '<p>[downloads files="../../etc/passwd"]</p>',
  });
  const { created, refused } = await run();
  expect(refused.flatMap(({ reasons }) => reasons)).toEqual([
    expect.stringMatching(/^kind.html:6: the file page.html: only MP4, .* files can be shown$/),
    "missing.html:6: the picture none.jpg: there is no such file in the folder",
    "missing.html:7: the file videos/none.webm: there is no such file in the folder",
    "missing.html:7: the file none.vtt: there is no such file in the folder",
    expect.stringMatching(/^pretends.html:6: the file page.pdf: only/),
  ]);
  // Such a name is none: nothing is shown, and the check says so.
  expect(created).toBe(1);
  expect(await checkArticles(db, "outside")).toHaveLength(1);
});

test("every import names forms and products that texts name and the shop does not have", async () => {
  const run = await importBodies({ asks: '<p>[contact-form-7 id="55"]</p><p>[product sku="NOPE-1"]</p>' });
  const lines = [
    'asks.html:6: the shop has no form "55", which [contact-form-7 id="55"] names',
    'asks.html:6: the shop has no SKU "NOPE-1", which [product sku="NOPE-1"] names',
  ];
  expect(reportLines(await run()).slice(1)).toEqual(lines);
  expect(reportLines(await run())).toEqual(["0 created, 0 updated, 1 unchanged, 0 left out", ...lines]);
});

test("an article of 10 MB is refused before it is read, and the others are imported", async () => {
  const run = await importBodies({ large: "<p>[product id=1]</p>".repeat(500_000), small: "<p>x</p>" });
  const began = performance.now();
  expect(await run()).toMatchObject({
    created: 1,
    refused: [{ reasons: ["large.html:1: its text is larger than 2 MB"] }],
  });
  expect(performance.now() - began).toBeLessThan(5000);
});
