import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { draftEnding } from "#platform/folders.ts";
import type { ShopFiles } from "#platform/storage/open-storage.ts";
import { currencyOf, getSettings } from "../../settings/settings.ts";
import { ExportFiles } from "./export-files.ts";
import { readExportWidths, streamExported } from "./export-query.ts";
import { exportCells, exportRow } from "./export-row.ts";

export interface ExportOptions {
  /** The product list to write; pictures and downloads are put beside it. */
  file: string;
  files: Pick<ShopFiles, "media" | "downloads">;
}

/**
 * Writes all products as the field's product list, streaming, as they stand at one moment. Pictures and downloads that came
 * as files are put beside it with the pictures' renditions, so that the folder imports as it is; files that are there
 * already are left alone. Importing the list into an empty shop and exporting again gives the same bytes.
 * @returns how many rows were written.
 */
export async function exportProducts(db: Database, options: ExportOptions): Promise<number> {
  const { file } = options;
  const currency = currencyOf(await getSettings(db));
  const files = new ExportFiles(dirname(resolve(file)), options.files);
  const draft = `${file}${draftEnding}`;
  let count = 0;
  try {
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
        };
        const csv = stringify({ record_delimiter: "\n", quoted_match: /[\r\n]/ });
        await pipeline(Readable.from(rows()), csv, createWriteStream(draft));
      },
      "repeatable read",
    );
    await files.finish();
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return count;
}
