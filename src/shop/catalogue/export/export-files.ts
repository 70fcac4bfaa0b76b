import { createHash } from "node:crypto";
import { basename, posix } from "node:path";
import { openLocalFolder } from "#platform/storage/local-folder.ts";
import type { ShopFiles } from "#platform/storage/open-storage.ts";
import { type FileStorage, readStored } from "#platform/storage/storage.ts";
import { isStorageKey } from "#platform/storage/storage-key.ts";
import { downloadsFolder } from "../import/import-downloads.ts";
import { readRenditionsIndex } from "../pictures/ready-renditions.ts";
import type { ExportedProduct } from "./export-row.ts";

export interface ExportedPicture {
  id: number;
  file: string;
  contentHash: string;
  title: string;
  width: number;
  height: number;
  /** Its name in the imported file. */
  source: string | null;
  renditions: { format: string; width: number; height: number; file: string }[];
}

export interface ExportedVideo {
  /** Its name in the imported file. */
  source: string;
  /** Key in the media storage; "" for an address. */
  file: string;
  poster: ExportedPicture | null;
  captionsSource: string;
  captions: string;
}

interface ListingEntry {
  title: string | undefined;
  width: number;
  height: number;
  renditions: ExportedPicture["renditions"];
}

/** Tells whether a name can be used next to the list: a path outside the folder is valid only where it was imported. */
function isPathInside(source: string): boolean {
  return !source.split(/[\\/]/).includes("..") && isStorageKey(posix.normalize(source));
}

/** Copies the files that a product list names next to it. */
export class ExportFiles {
  readonly #folder: string;
  readonly #target: FileStorage;
  readonly #files: Pick<ShopFiles, "media" | "downloads">;
  readonly #index = new Map<string, ListingEntry>();
  readonly #done = new Set<string>();
  /** Files by their names in the list: lists from several folders may have given two videos the same name. */
  readonly #mediaNames = new Map<string, string>();

  constructor(folder: string, files: Pick<ShopFiles, "media" | "downloads">) {
    this.#folder = folder;
    this.#target = openLocalFolder(folder);
    this.#files = files;
  }

  /** @returns their names in the list: the URL that a picture came from, or a path below `pictures/` */
  async addPictures(pictures: readonly ExportedPicture[]): Promise<string[]> {
    const names: string[] = [];
    for (const picture of pictures) {
      const { source } = picture;
      const isUrl = source?.includes("://");
      const isUsable = source !== null && (isUrl || isPathInside(source));
      const name = isUsable ? source : `pictures/${basename(picture.file)}`;
      names.push(name);
      if (!isUrl) await this.#addPicture(name, picture);
    }
    return names;
  }

  async #addPicture(name: string, { file, title, width, height, renditions }: ExportedPicture): Promise<void> {
    if (this.#done.has(name)) return;
    this.#done.add(name);
    const { media } = this.#files;
    if (!(await this.#copyNew(media, file, name)) || renditions.length === 0) return;
    const bytes = await readStored(media, file);
    const named = renditions.map(({ file, ...rest }) => ({ ...rest, file: basename(file) }));
    for (const rendition of renditions)
      await this.#copyNew(media, rendition.file, `renditions/${basename(rendition.file)}`);
    this.#index.set(createHash("sha256").update(bytes).digest("hex"), { title, width, height, renditions: named });
  }

  /** @returns their names in the list; poster and captions "" without */
  async addVideo({ source, file, poster, captionsSource, captions }: ExportedVideo): Promise<ExportedProduct["video"]> {
    const [posterName = ""] = await this.addPictures(poster ? [poster] : []);
    return {
      source: file === "" ? source : await this.#addMedia(source, file),
      poster: posterName,
      captions: captions === "" ? "" : await this.#addMedia(captionsSource, captions),
    };
  }

  async #addMedia(source: string, file: string): Promise<string> {
    const isFree = isPathInside(source) && (this.#mediaNames.get(source) ?? file) === file;
    const name = isFree ? source : `videos/${basename(file)}`;
    this.#mediaNames.set(name, file);
    await this.#copyNew(this.#files.media, file, name);
    return name;
  }

  /** @returns the downloads with their paths in the list */
  async addDownloads<Download extends { file: string }>(downloads: readonly Download[]): Promise<Download[]> {
    const named: Download[] = [];
    for (const download of downloads) {
      const isUrl = /^https?:\/\//i.test(download.file);
      const file = isUrl ? download.file : `${downloadsFolder}${download.file}`;
      named.push({ ...download, file });
      if (!isUrl) await this.#copyNew(this.#files.downloads, download.file, file);
    }
    return named;
  }

  /** Copies a file unless the folder has one of that name. @returns whether it was copied */
  async #copyNew(storage: FileStorage, key: string, name: string): Promise<boolean> {
    const target = posix.normalize(name);
    if (await this.#target.stat(target)) return false;
    const file = await storage.get(key);
    if (!file) throw new Error(`There is no file ${key} in ${storage.place}`);
    await this.#target.put(target, file.stream);
    return true;
  }

  /** Writes the index of renditions, merged with the existing one. */
  async finish(): Promise<void> {
    if (this.#index.size === 0) return;
    const before = await readRenditionsIndex(this.#folder);
    const kept = [...before].map(([hash, { folder: _folder, ...entry }]) => [hash, entry] as const);
    const entries = Object.fromEntries([...kept, ...this.#index]);
    const lines = Object.keys(entries)
      .sort()
      .map((hash) => `  ${JSON.stringify(hash)}: ${JSON.stringify(entries[hash])}`);
    await this.#target.put("renditions/index.json", Buffer.from(`{\n${lines.join(",\n")}\n}\n`));
  }
}
