import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { beforeAll, expect, test } from "vitest";
import { localFiles } from "../../../../tests/support/local-files.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { exportProducts } from "../export/export-products.ts";
import { importProducts } from "../import/import-products.ts";
import { findProduct } from "../product-detail.ts";
import { fieldNames, fieldOf } from "./product-fields.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "chowk-fields-"));
  return () => rm(folder, { recursive: true, force: true });
});

test("a brand is imported, shown, kept when the file lacks the column, and exported; variations have none", async () => {
  const { db } = await createTestDatabase();
  const options = { file: join(folder, "list.csv"), files: localFiles(folder) };
  const write = async (rows: Record<string, string>[]) => {
    await writeFile(options.file, stringify(rows, { header: true }));
    expect((await importProducts(db, options)).refused).toEqual([]);
  };
  const pack = { "Attribute 1 name": "Pack", "Attribute 1 value(s)": "Small" };
  const price = "Regular price";
  await write([
    { SKU: "T", Type: "variable", Name: "Tea", Parent: "", [price]: "", ...pack, Brands: "Acme & Co" },
    { SKU: "T-S", Type: "variation", Name: "", Parent: "T", [price]: "100", ...pack, Brands: "Other" },
  ]);
  await write([{ SKU: "T", Name: "Green tea" }]);
  expect(await findProduct(db, "tea")).toMatchObject({ name: "Green tea", brand: "Acme & Co" });
  const file = join(folder, "out.csv");
  await exportProducts(db, { ...options, file });
  const rows = parse<Record<string, string>>(await readFile(file, "utf8"), { columns: true });
  expect(rows.map(({ SKU, Brands }) => [SKU, Brands])).toEqual([
    ["T", "Acme & Co"],
    ["T-S", ""],
  ]);
});

test("no two fields share a heading or a column", () => {
  const headings = fieldNames.map((name) => fieldOf(name).heading.toLowerCase());
  const columns = fieldNames.flatMap((name) => Object.keys(fieldOf(name).columns));
  expect(new Set(headings).size).toBe(headings.length);
  expect(new Set(columns).size).toBe(columns.length);
});
