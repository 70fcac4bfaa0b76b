import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { onLocalChange, type Tag } from "#db/changes.ts";
import { localFiles } from "../../../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { codeOf } from "../../cart/cart.fixtures.ts";
import { exportAttributes } from "../export/export-attributes.ts";
import { importAttributes } from "../import/import-attributes.ts";
import { importProducts } from "../import/import-products.ts";
import { pagesWith } from "../pictures/media.ts";
import { findProduct } from "../product-detail.ts";
import { listAttributeValues, setSwatch } from "./attribute-values.ts";

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "chowk-attributes-"));
  await copyFile("demo/pictures/moringa-facts.jpg", join(folder, "mango.jpg"));
  await write(
    "products.csv",
    "ID,Type,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 1 global,Attribute 1 default",
    '11,variable,Drink,,,Flavour,"Mango, Dark cocoa",1,',
    "12,variation,,500,id:11,Flavour,Mango,1,",
    "13,simple,Plain,400,,,,,",
  );
  await importProducts(database.db, { file: join(folder, "products.csv"), files: localFiles(folder) });
  return () => rm(folder, { recursive: true, force: true });
});

const write = (name: string, ...lines: string[]) => writeFile(join(folder, name), `${lines.join("\n")}\n`);

async function importRows(...rows: string[]) {
  await write("attributes.csv", "Attribute,Value,Colour,Picture", ...rows);
  return importAttributes(database.db, join(folder, "attributes.csv"), localFiles(folder).media);
}

/** Returns the tags that are announced during `work`. */
async function announcedBy(work: () => Promise<unknown>): Promise<Tag[]> {
  const tags: Tag[] = [];
  const stop = onLocalChange((announced) => tags.push(...announced));
  await work();
  stop();
  return tags;
}

async function swatches() {
  const values = await listAttributeValues(database.db);
  return values.map(({ attributeSlug, slug, colour, picture }) => [
    attributeSlug,
    slug,
    colour ?? picture?.source ?? null,
  ]);
}

test("a file sets colours and pictures, creates missing values, and changes nothing the second time", async () => {
  const rows = ["Flavour,mango,,mango.jpg", "Flavour,Dark cocoa,#3B2A1f,", "Lid,Red,#ff0000,"];
  expect(await importRows(...rows)).toMatchObject({ created: 1, updated: 2, unchanged: 0, refused: [] });
  expect(await swatches()).toEqual([
    ["pa_flavour", "mango", "mango.jpg"],
    ["pa_flavour", "dark-cocoa", "#3b2a1f"],
    ["pa_lid", "red", "#ff0000"],
  ]);
  expect(await announcedBy(() => importRows(...rows))).toEqual([]);
});

test("an export has what the import reads, with the pictures next to it", async () => {
  const out = await mkdtemp(join(folder, "out-"));
  expect(await exportAttributes(database.db, { file: join(out, "a.csv"), files: localFiles(folder) })).toBe(3);
  expect(await readFile(join(out, "a.csv"), "utf8")).toBe(
    "Attribute,Value,Colour,Picture\nFlavour,Mango,,mango.jpg\nFlavour,Dark cocoa,#3b2a1f,\nLid,Red,#ff0000,\n",
  );
  const again = await importAttributes(database.db, join(out, "a.csv"), localFiles(folder).media);
  expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 3, refused: [] });
});

test("products that offer a value are the pages with its picture", async () => {
  const [mango] = await listAttributeValues(database.db);
  expect(await pagesWith(database.db, mango?.picture?.id ?? 0)).toEqual(["product:11"]);
});

test("an option has its swatch; a colour replaces a picture, and only products with the value are announced", async () => {
  const shown = async () => {
    const [flavour] = (await findProduct(database.db, 11))?.attributes ?? [];
    return flavour?.values.Mango;
  };
  expect(await shown()).toMatchObject({ slug: "mango", colour: null, picture: { renditions: [] } });
  const paint = () => setSwatch(database.db, "pa_flavour", "mango", { colour: "#ffb000", mediaId: null });
  expect(await announcedBy(paint)).toEqual(["product:11"]);
  expect(await paint()).toBe(false);
  expect(await shown()).toEqual({ slug: "mango", colour: "#ffb000", picture: null });
});

test("a value that does not exist is refused", async () => {
  const swatch = { colour: null, mediaId: null };
  expect(await codeOf(setSwatch(database.db, "pa_flavour", "none", swatch))).toBe("attribute_value_unknown");
});

test.each([
  ["Flavour,,#ffffff,", "it has no Value"],
  [",Mango,#ffffff,", "it has no Attribute"],
  [`Flavour,${"x".repeat(501)},,`, "Value is longer than 500 characters"],
  ["Flavour,Mango,red,", '"red" is not a colour such as #5b3a29'],
  ["Flavour,Mango,url(//x.example),", '"url(//x.example)" is not a colour such as #5b3a29'],
  ["Flavour,Mango,#ffffff,mango.jpg", "it has a colour and a picture"],
  ["Flavour,Mango,,../../etc/passwd", "the picture ../../etc/passwd: there is no such file in the folder"],
  ["Lid,RED,,", '"RED" is already on line 2'],
])("%s is reported, and the others are imported", async (row, reason) => {
  const report = await importRows("Lid,Red,#ff0000,", row);
  expect(report).toMatchObject({ unchanged: 1, refused: [{ line: 3, reasons: [reason] }] });
});
