import { dirname, resolve } from "node:path";
import type { ShopFiles } from "#platform/storage/open-storage.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import type { StoredPicture } from "../pictures/picture-file.ts";
import type { Batch } from "./import-batch.ts";
import { importDownload } from "./import-downloads.ts";
import type { PictureImport } from "./import-pictures.ts";
import { importCaptions, importVideo, type StoredVideo } from "./import-videos.ts";
import { type ProductRow, pictureSources } from "./read/product-row.ts";
import { short } from "./read/row-reader.ts";

export interface BatchFiles {
  /** By their names in the file. */
  pictures: Map<string, StoredPicture>;
  /** Videos and captions by their names in the file. */
  videos: Map<string, StoredVideo>;
  /** Keys in the storage of downloads, or URLs, by their names in the file. */
  downloads: Map<string, string>;
}

/** Stores the pictures, videos and downloads of a batch; refuses rows whose files are unavailable. */
export async function storeFiles(
  batch: Batch,
  pictures: PictureImport,
  { file, files }: { file: string; files: Pick<ShopFiles, "downloads" | "media"> },
): Promise<BatchFiles> {
  const stored: BatchFiles = { pictures: new Map(), videos: new Map(), downloads: new Map() };
  const folder = dirname(resolve(file));
  const found = await pictures.store(batch.rows().flatMap(pictureSources));
  for (const [source, picture] of found) if (typeof picture !== "string") stored.pictures.set(source, picture);
  for (const row of batch.rows()) {
    for (const { file: source } of row.downloads ?? []) {
      const path = await importDownload(folder, source, files.downloads);
      if (path !== undefined) stored.downloads.set(source, path);
    }
    const problems = await storeVideos(row, folder, files.media, stored.videos);
    const missing = [
      ...pictureSources(row).filter((source) => !stored.pictures.has(source)),
      ...(row.downloads ?? []).map((download) => download.file).filter((source) => !stored.downloads.has(source)),
    ];
    problems.push(...missing.map((source) => problemOf(source, found.get(source))));
    if (problems.length > 0) batch.refuse(row, problems);
  }
  return stored;
}

/** Stores the video and captions of a row. @returns what is wrong with them */
async function storeVideos(
  { video = "", videoCaptions = "" }: ProductRow,
  folder: string,
  media: FileStorage,
  stored: BatchFiles["videos"],
): Promise<string[]> {
  const problems: string[] = [];
  for (const [source, load, kind] of [
    [video, importVideo, "video"],
    [videoCaptions, importCaptions, "file with captions"],
  ] as const) {
    if (source === "") continue;
    const found = await load(folder, source, media);
    if (typeof found === "string") problems.push(`the ${kind} ${short(source)}: ${found}`);
    else stored.set(source, found);
  }
  return problems;
}

function problemOf(source: string, problem: unknown): string {
  return typeof problem === "string"
    ? `the picture ${short(source)}: ${problem}`
    : `the download ${short(source)}: there is no such file next to the list`;
}
