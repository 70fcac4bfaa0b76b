import { dirname, resolve } from "node:path";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import type { ShopFiles } from "#platform/storage/open-storage.ts";
import { currencyOf, getSettings } from "../../settings/settings.ts";
import { ExportFiles } from "./export-files.ts";
import { readExportWidths, streamExported } from "./export-query.ts";
import { exportCells, exportRow } from "./export-row.ts";
import { writeRows } from "./write-rows.ts";

export interface ExportOptions {
  /** The product list to write; pictures and downloads are copied next to it. */
  file: string;
  files: Pick<ShopFiles, "media" | "downloads">;
}

/**
 * Exports all products as the protocol's product list, streamed, from one snapshot. Copies pictures with their
 * renditions and downloads next to it, so that the folder can be imported; existing files are kept. Importing the list
 * into an empty shop and exporting again gives the same bytes.
 * @returns the number of rows
 */
export async function exportProducts(db: Database, options: ExportOptions): Promise<number> {
  const { file } = options;
  const currency = currencyOf(await getSettings(db));
  const files = new ExportFiles(dirname(resolve(file)), options.files);
  let count = 0;
  await inTransaction(
    db,
    async (db) => {
      const columns = exportCells(await readExportWidths(db));
      const rows = async function* () {
        yield columns.map(([heading]) => heading);
        for await (const exported of streamExported(db, files)) {
          count += 1;
          yield exportRow(exported, columns, currency);
        }
        await files.finish();
      };
      await writeRows(file, rows());
    },
    "repeatable read",
  );
  return count;
}
