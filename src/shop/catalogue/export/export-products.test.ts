import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import { localFiles } from "../../../../tests/support/local-files.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { importProducts } from "../import/import-products.ts";
import { makeRenditions } from "../pictures/make-renditions.ts";
import { exportProducts } from "./export-products.ts";

type Row = Record<string, string>;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "chowk-export-"));
  return () => rm(folder, { recursive: true, force: true });
});

/** Opens an empty shop with folders of its own. */
async function openShop(name: string) {
  const { db } = await createTestDatabase();
  return { db, files: localFiles(join(folder, name)) };
}

/** Imports, exports, imports into an empty shop and exports again. @returns both exported lists */
async function roundTrip(name: string, file: string, between?: (db: Database, media: FileStorage) => Promise<void>) {
  const [one, two] = [await openShop(`${name}-1`), await openShop(`${name}-2`)];
  const lists = [join(folder, `${name}-list-1`, "list.csv"), join(folder, `${name}-list-2`, "list.csv")] as const;
  for (const list of lists) await mkdir(join(list, ".."), { recursive: true });
  expect((await importProducts(one.db, { ...one, file })).refused).toEqual([]);
  await between?.(one.db, one.files.media);
  await exportProducts(one.db, { ...one, file: lists[0] });
  const second = await importProducts(two.db, { ...two, file: lists[0] });
  expect(second).toMatchObject({ refused: [], notes: [] });
  await exportProducts(two.db, { ...two, file: lists[1] });
  return { exported: await readFile(lists[0], "utf8"), again: await readFile(lists[1], "utf8"), list: lists[0], two };
}

const rowsOf = (text: string) => parse<Row>(text, { columns: true, bom: true });

/** Normalises a cell: without the formula guard, with the same line ends, with references by SKU. */
function meaningOf(row: Row, heading: string, skuById: ReadonlyMap<string, string>): string {
  const cell = (row[heading] ?? "")
    .trim()
    .replace(/\r\n?/g, "\n")
    .replace(/^'(?=[=+\-@])/, "");
  if (/description$/i.test(heading)) return cell.replaceAll("\\n", "\n").replaceAll("&amp;", "&");
  return heading === "Parent" ? cell.replace(/^id:(\d+)$/, (whole, id: string) => skuById.get(id) ?? whole) : cell;
}

function expectMeaning(first: readonly Row[], exported: readonly Row[]): void {
  const bySku = new Map(exported.map((row) => [row.SKU, row]));
  const skuById = new Map(first.map((row) => [row.ID ?? "", row.SKU ?? ""]));
  expect(exported).toHaveLength(first.length);
  for (const row of first) {
    const other = bySku.get(row.SKU ?? "") ?? {};
    for (const heading of Object.keys(row)) {
      const meaning = meaningOf(row, heading, skuById);
      const found = meaning === "" ? "" : meaningOf(other, heading, skuById);
      expect([row.SKU, heading, found]).toEqual([row.SKU, heading, meaning]);
    }
  }
}

test("the demo shop: every cell survives import and export, and a second export is identical", async () => {
  const file = fileURLToPath(new URL("../../../../demo/products.csv", import.meta.url));
  const { exported, again } = await roundTrip("demo", file);
  expect(again === exported).toBe(true);
  expectMeaning(rowsOf(await readFile(file, "utf8")), rowsOf(exported));
}, 120_000);

test("every field, with awkward values, survives import and export", async () => {
  const first = join(folder, "first");
  await mkdir(join(first, "pictures"), { recursive: true });
  await mkdir(join(first, "downloads"), { recursive: true });
  await writeFile(join(first, "downloads", "a guide.pdf"), "%PDF-1.7");
  const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: "#17573f" } });
  await writeFile(
    join(first, "pictures", "a, b.jpg"),
    await picture
      .clone()
      .jpeg()
      .withExif({ IFD0: { Artist: "me" } })
      .toBuffer(),
  );
  await writeFile(join(first, "pictures", "c.png"), await picture.clone().resize(300).png().toBuffer());
  await writeFile(join(first, "list.csv"), stringify(awkwardRows(), { header: true, columns: headings() }));
  const { exported, again, list, two } = await roundTrip("awkward", join(first, "list.csv"), async (db, media) => {
    const { rows } = await db.execute<{ id: number }>("select id from media order by id");
    for (const { id } of rows) await makeRenditions(db, media, id);
    await db.execute("update media set title = 'A title' where width = 900");
  });
  expect(again).toBe(exported);
  expectMeaning(awkwardRows(), rowsOf(exported));
  expect(await readFile(join(list, "..", "downloads", "a guide.pdf"), "utf8")).toBe("%PDF-1.7");
  // Renditions are exported too: the second shop decoded no picture and has none left to make.
  const { rows } = await two.db.execute(`select m.width, m.title, m.renditions_made_at is not null as made,
    json_array_length(m.renditions) as renditions from media m order by m.width`);
  expect(rows).toEqual([
    { width: 300, title: "c", made: true, renditions: 3 },
    { width: 900, title: "A title", made: true, renditions: 9 },
  ]);
}, 60_000);

function headings(): string[] {
  return [...new Set(awkwardRows().flatMap((row) => Object.keys(row)))];
}

function awkwardRows(): Row[] {
  return [
    {
      ID: "7",
      Type: "variable",
      SKU: "'=1+1",
      Name: '\'-Minus, "quoted"; semi',
      Published: "-1",
      "Is featured?": "1",
      "Visibility in catalog": "search",
      "Short description": "<p>a</p>\\n<p>b \\\\n c</p>",
      "Tax status": "shipping",
      Description: "<p>line</p>\n<p>کیلشیم</p>",
      "Tax class": "reduced",
      "Sold individually?": "1",
      Stock: "4",
      "In stock?": "1",
      "Low stock amount": "2",
      "Backorders allowed?": "notify",
      "Allow customer reviews?": "0",
      "Purchase note": "Keep it.",
      Categories: "A &gt; B > C\\, D, E",
      Tags: "one\\, two, three",
      "Shipping class": "Heavy",
      Images: "pictures/a\\, b.jpg, pictures/c.png",
      Position: "-3",
      "Meta: _min_qty": "2",
      "Meta: _max_qty": "9",
      "Meta: _offer": "2 for 1500",
      "Meta: _Anything": "'@home",
      "Attribute 1 name": "Größe",
      "Attribute 1 value(s)": "A+, A-, 1\\,5",
      "Attribute 1 visible": "1",
      "Attribute 1 global": "1",
      "Attribute 1 default": "A-",
      "Attribute 2 name": "Cup size",
      "Attribute 2 value(s)": "Big, Small",
      "Attribute 2 visible": "0",
      "Attribute 2 global": "0",
    },
    {
      ID: "8",
      Type: "variation, virtual",
      SKU: "V1",
      Name: "One",
      Published: "0",
      Parent: "'=1+1",
      Stock: "parent",
      "Regular price": "500",
      "Sale price": "400",
      "Date sale price starts": "2026-12-01",
      "Date sale price ends": "2026-12-31",
      "Attribute 1 name": "Größe",
      "Attribute 1 value(s)": "A-",
      "Attribute 1 global": "1",
      Position: "1",
      "Attribute 2 name": "Cup size",
      "Attribute 2 value(s)": "Small",
      "Attribute 2 global": "0",
      Description: "<p>own</p>",
    },
    {
      ID: "9",
      Type: "variation",
      SKU: "V2",
      Name: "Any",
      Published: "1",
      Parent: "'=1+1",
      "Regular price": "600",
      Stock: "1",
      "Attribute 1 name": "Größe",
      "Attribute 1 value(s)": "1\\,5",
      "Attribute 1 global": "1",
      Position: "2",
      "Attribute 2 name": "Cup size",
      "Attribute 2 value(s)": "",
      "Attribute 2 global": "0",
    },
    {
      ID: "10",
      Type: "simple, downloadable, virtual",
      SKU: "D",
      Name: "Guide",
      "Regular price": "0",
      "Download limit": "3",
      "Download expiry days": "30",
      "Download 1 ID": "k-1",
      "Download 1 name": "Guide, PDF",
      "Download 1 URL": "downloads/a guide.pdf",
      "Download 2 ID": "k-2",
      "Download 2 name": "Film",
      "Download 2 URL": "https://example.com/film.mp4",
    },
    {
      ID: "11",
      Type: "external",
      SKU: "E",
      Name: "Poster",
      "External URL": "https://example.com/?a=1&b=2",
      "Button text": "Buy there",
      "Regular price": "350",
      "Weight (kg)": "0.021",
      "Length (cm)": "6.8",
      "Width (cm)": "1",
      "Height (cm)": "100.5",
    },
    {
      ID: "12",
      Type: "grouped",
      SKU: "G",
      Name: "Set",
      "Grouped products": "D, E",
      Upsells: "'=1+1".replace("'", ""),
      "Cross-sells": "E, D",
      "Date sale price starts": "",
      Published: "2",
    },
  ];
}
