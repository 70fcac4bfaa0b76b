import { dirname, resolve } from "node:path";
import type { Database } from "#db/database.ts";
import { listAttributeValues } from "../attributes/attribute-values.ts";
import { escapeCell } from "../import/read/csv-values.ts";
import { ExportFiles } from "./export-files.ts";
import type { ExportOptions } from "./export-products.ts";
import { writeRows } from "./write-rows.ts";

/**
 * Exports the values of the shop's attributes with their swatches as `importAttributes` reads them, and copies the pictures
 * next to the file.
 * @returns the number of values
 */
export async function exportAttributes(db: Database, { file, files }: ExportOptions): Promise<number> {
  const copies = new ExportFiles(dirname(resolve(file)), files);
  const values = await listAttributeValues(db);
  const rows = async function* () {
    yield ["Attribute", "Value", "Colour", "Picture"];
    for (const { attribute, name, colour, picture } of values) {
      const [path = ""] = await copies.addPictures(picture ? [picture] : []);
      yield [attribute, name, colour ?? "", path].map(escapeCell);
    }
    await copies.finish();
  };
  await writeRows(file, rows());
  return values.length;
}
