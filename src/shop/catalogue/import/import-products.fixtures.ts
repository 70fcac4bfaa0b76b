import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import { type SQL, sql } from "drizzle-orm";
import { beforeAll, beforeEach } from "vitest";
import { localFiles } from "../../../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { importProducts } from "./import-products.ts";
import type { ImportReport } from "./import-report.ts";

/** Cells by heading. */
export type Row = Record<string, string | number>;

/** Returns a file with all columns of the rows. */
export function csvOf(rows: readonly Row[], delimiter = ","): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return stringify([...rows], { header: true, columns, delimiter });
}

/** Imports into a catalogue that is emptied before each test. Call it at the top of a test file. */
export function openImport() {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), "chowk-import-"));
    return () => rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await database.db.execute(sql`truncate products, categories, tags, attributes, articles, media cascade`);
  });
  const importText = async (text: string): Promise<ImportReport> => {
    const file = join(folder, "list.csv");
    await writeFile(file, text);
    return importProducts(database.db, { file, files: localFiles(folder) });
  };
  return {
    get db() {
      return database.db;
    },
    importText,
    importRows: (...rows: Row[]) => importText(csvOf(rows)),
    execute: <Shape extends Record<string, unknown>>(query: SQL | string) => database.db.execute<Shape>(query),
    /** Returns these columns of all products, by id. */
    products: async <Shape extends Record<string, unknown>>(columns: string): Promise<Shape[]> =>
      (await database.pool.query<Shape>(`select ${columns} from products order by id`)).rows,
  };
}

export const simple: Row = { ID: 12, Type: "simple", SKU: "A", Name: "Shaker", "Regular price": 750 };

export const parent: Row = {
  ID: 20,
  Type: "variable",
  SKU: "P",
  Name: "Collagen",
  "Attribute 1 name": "Flavour",
  "Attribute 1 value(s)": "Lemon, Berry",
  "Attribute 1 visible": 1,
  "Attribute 1 global": 1,
};

/** A variation of `parent`. */
export const variation: Row = {
  ID: 21,
  Type: "variation",
  SKU: "P-1",
  Parent: "P",
  Name: "",
  "Regular price": 100,
  "Attribute 1 name": "Flavour",
  "Attribute 1 value(s)": "Lemon",
  "Attribute 1 global": 1,
};
