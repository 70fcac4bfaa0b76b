import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { systemClock } from "#platform/clock.ts";
import { exportXml } from "#shop/content/wordpress/wordpress.fixtures.ts";
import { localFiles } from "../../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { exportCommand } from "./export.ts";
import { importCommand } from "./import.ts";

let database: TestDatabase;
let folder: string;
const lines: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "chowk-cli-"));
  return () => rm(folder, { recursive: true, force: true });
});
beforeEach(() => void lines.splice(0));

function context() {
  const { db, pool } = database;
  return {
    db,
    pool,
    files: localFiles(folder),
    demoDir: folder,
    clock: systemClock,
    print: (line: string) => void lines.push(line),
  };
}

test("a list is imported with a report of skipped rows, and exported again", async () => {
  const file = join(folder, "list.csv");
  await writeFile(file, "ID,SKU,Name,Regular price\n1,A,Shaker,750\n2,B,Lid,cheap\n");
  await expect(importCommand.run(context(), ["products", file], {})).rejects.toThrow(
    "1 row was skipped: fix it and import the file again.",
  );
  expect(lines).toEqual([
    "1 created, 0 updated, 0 unchanged, 1 left out",
    'line 3: left out, Regular price "cheap" is no price',
  ]);
  const out = join(folder, "out.csv");
  await exportCommand.run(context(), ["products", out], {});
  expect(lines.at(-1)).toBe(`1 product or variation written to ${out}`);
  expect(await readFile(out, "utf8")).toMatch(/^ID,Type,SKU,Name,Published,[^\n]*\n1,simple,A,Shaker,1,[^\n]*\n$/);
});

test("texts that are left out are named with their own lines, and nothing else", async () => {
  const texts = await mkdtemp(join(folder, "texts-"));
  await writeFile(join(texts, "a.md"), "---\ntitle: A\nprice: 3\nsticky: maybe\n---\n");
  await expect(importCommand.run(context(), ["articles", texts], {})).rejects.toThrow(
    "1 file was skipped: fix it and import the folder again.",
  );
  expect(lines[1]).toMatch(/^left out, a\.md:3: "price" is not one of .*; a\.md:4: "maybe" is no sticky: use yes,/);
});

test("articles and pages with an address that the shop needs are left out; a page for the newsletter is not", async () => {
  const texts = await mkdtemp(join(folder, "texts-"));
  const write = (slug: string) => writeFile(join(texts, `${slug}.md`), `---\ntitle: A\nslug: ${slug}\n---\nx`);
  for (const slug of ["cart", "newsletter", "product", "wp-json"]) await write(slug);
  await writeFile(join(texts, "titled.md"), "---\ntitle: Feed\n---\nx");
  const refused = (file: string, slug: string, line: number) =>
    `left out, ${file}.md:${line}: the shop needs the address /${slug}/ itself: choose another slug`;
  const others = [refused("product", "product", 3), refused("titled", "feed", 2), refused("wp-json", "wp-json", 3)];
  await expect(importCommand.run(context(), ["articles", texts], {})).rejects.toThrow("5 files were skipped");
  expect(lines.splice(0).slice(1)).toEqual([
    refused("cart", "cart", 3),
    refused("newsletter", "newsletter", 3),
    ...others,
  ]);
  await expect(importCommand.run(context(), ["pages", texts], {})).rejects.toThrow("4 files were skipped");
  expect(lines).toEqual(["1 created, 0 updated, 0 unchanged, 4 left out", refused("cart", "cart", 3), ...others]);
});

test("a WordPress export names each picture that it could not fetch once, and ends with an error", async () => {
  const file = join(folder, "export.xml");
  const attachment = (id: number) => ({ id, type: "attachment", attachmentUrl: `http://127.0.0.1/${id}.png` });
  const post = (id: number) => ({ id, meta: { _thumbnail_id: "8" } });
  await writeFile(file, exportXml([attachment(8), attachment(9), post(1), post(2)]));
  const run = importCommand.run(context(), ["wordpress", file], { allPictures: true });
  const failure = "2 problems are listed above. Fix them and import the file again.";
  await expect(run).rejects.toThrow(failure);
  const reason = "its address is not on the public internet";
  expect(lines.filter((line) => line.includes("left out"))).toEqual([
    expect.stringMatching(`^line \\d+: left out: picture http://127.0.0.1/9.png \\(${reason}\\)$`),
    expect.stringMatching(`^line \\d+: left out: picture http://127.0.0.1/8.png \\(${reason}\\)$`),
  ]);
  const named = lines.splice(0).filter((line) => line.includes("left out"));
  const dryRun = importCommand.run(context(), ["wordpress", file], { allPictures: true, dryRun: true });
  await expect(dryRun).rejects.toThrow(failure);
  expect(lines.filter((line) => line.includes("left out"))).toEqual(named);
});

test("a dry run names pictures and files on forbidden ports, with what is allowed, but not those in the copied folder", async () => {
  const file = join(folder, "ports.xml");
  const uploads = await mkdtemp(join(folder, "uploads-"));
  await writeFile(join(uploads, "here.png"), "");
  const at = (name: string) => `https://old.example:5610/wp-content/uploads/${name}`;
  const content = `<img src="${at("a.png")}"><img src="${at("here.png")}"><a href="${at("b.pdf")}">B</a>`;
  await writeFile(
    file,
    exportXml([{ id: 1, content }]).replaceAll("https://old.example<", "https://old.example:5610<"),
  );
  const run = importCommand.run(context(), ["wordpress", file], { dryRun: true, uploads });
  await expect(run).rejects.toThrow("1 problem is listed above.");
  const reason = "port 5610 is not allowed: only 80, 443 and 8080 are, so that only web servers are contacted";
  expect(lines.filter((line) => line.includes("port 5610"))).toEqual([
    expect.stringContaining(`left out: picture ${at("a.png")} (${reason})`),
    expect.stringContaining(`the file ${at("b.pdf")} stays where it is: ${reason}`),
  ]);
  expect(lines).toContain("1 picture to fetch");
});

test.each([
  [["prices", "a.csv"], /"prices" cannot be imported/],
  [["products"], /Name the file/],
  [["articles"], "Name the folder: npm run shop -- import articles FOLDER"],
  [["products", "none.csv"], /none\.csv does not exist/],
  [["products", "FOLDER"], /^FOLDER is a folder: npm run shop -- import products takes one file$/],
  [["wordpress", "FOLDER"], /is a folder/],
  [["articles", "FOLDER/a.md"], /a\.md is a file: npm run shop -- import articles takes the folder that contains it$/],
  [["authors", "FOLDER/a.md"], /a\.md is a file/],
] as [string[], string | RegExp][])("import %j explains what is wrong", async (args, message) => {
  await writeFile(join(folder, "a.md"), "");
  const given = args.map((arg) => arg.replace("FOLDER", folder));
  const sentence = await importCommand.run(context(), given, {}).catch((error: Error) => error.message);
  expect(String(sentence).replace(folder, "FOLDER")).toMatch(message);
});

test("export of anything else explains the usage", async () => {
  await expect(exportCommand.run(context(), ["orders", "a.csv"], {})).rejects.toThrow(/export products FILE/);
});
