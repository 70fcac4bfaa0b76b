import { dirname, resolve } from "node:path";
import type { ShopFiles } from "#platform/storage/open-storage.ts";
import type { StoredPicture } from "../pictures/picture-file.ts";
import type { Batch } from "./import-batch.ts";
import { importDownload } from "./import-downloads.ts";
import type { PictureImport } from "./import-pictures.ts";
import { short } from "./read/row-reader.ts";

export interface BatchFiles {
  /** By their names in the file. */
  pictures: Map<string, StoredPicture>;
  /** Keys in the storage of downloads, or URLs, by their names in the file. */
  downloads: Map<string, string>;
}

/** Stores the pictures and downloads of a batch; refuses rows whose files are unavailable. */
export async function storeFiles(
  batch: Batch,
  pictures: PictureImport,
  { file, files }: { file: string; files: Pick<ShopFiles, "downloads"> },
): Promise<BatchFiles> {
  const stored: BatchFiles = { pictures: new Map(), downloads: new Map() };
  const found = await pictures.store(batch.rows().flatMap((row) => row.images ?? []));
  for (const [source, picture] of found) if (typeof picture !== "string") stored.pictures.set(source, picture);
  for (const row of batch.rows()) {
    for (const { file: source } of row.downloads ?? []) {
      const path = await importDownload(dirname(resolve(file)), source, files.downloads);
      if (path !== undefined) stored.downloads.set(source, path);
    }
    const missing = [
      ...(row.images ?? []).filter((source) => !stored.pictures.has(source)),
      ...(row.downloads ?? []).map((download) => download.file).filter((source) => !stored.downloads.has(source)),
    ];
    if (missing.length > 0)
      batch.refuse(
        row,
        missing.map((source) => problemOf(source, found.get(source))),
      );
  }
  return stored;
}

function problemOf(source: string, problem: unknown): string {
  return typeof problem === "string"
    ? `the picture ${short(source)}: ${problem}`
    : `the download ${short(source)}: there is no such file next to the list`;
}
