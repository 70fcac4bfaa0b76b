import { createHash } from "node:crypto";
import { access, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { downloadsFolder } from "../import/import-downloads.ts";
import { copyContent } from "../pictures/picture-file.ts";
import { readRenditionsIndex } from "../pictures/ready-renditions.ts";

export interface ExportedPicture {
  id: number;
  file: string;
  contentHash: string;
  width: number;
  height: number;
  /** What its import called it. */
  source: string | null;
  renditions: { format: string; width: number; height: number; file: string }[];
}

interface ListingEntry {
  width: number;
  height: number;
  renditions: ExportedPicture["renditions"];
}

/** Puts the files that a product list names beside it. */
export class ExportFiles {
  readonly #folder: string;
  readonly #mediaDir: string;
  readonly #downloadsDir: string;
  readonly #index = new Map<string, ListingEntry>();
  readonly #done = new Set<string>();

  constructor(folder: string, mediaDir: string, downloadsDir: string) {
    this.#folder = folder;
    this.#mediaDir = mediaDir;
    this.#downloadsDir = downloadsDir;
  }

  /** @returns how the list names them: a URL that a picture came from, or a path below `pictures/`. */
  async addPictures(pictures: readonly ExportedPicture[]): Promise<string[]> {
    const names: string[] = [];
    for (const picture of pictures) {
      const { source } = picture;
      const isUrl = source?.includes("://");
      // A path that climbs led somewhere only from where it was imported.
      const isUsable = source !== null && !source.split(/[\\/]/).includes("..");
      const name = isUsable ? source : `pictures/${basename(picture.file)}`;
      names.push(name);
      if (!isUrl) await this.#addPicture(name, picture);
    }
    return names;
  }

  async #addPicture(name: string, { file, width, height, renditions }: ExportedPicture): Promise<void> {
    if (this.#done.has(name)) return;
    this.#done.add(name);
    if (!(await this.#copyNew(join(this.#mediaDir, file), name)) || renditions.length === 0) return;
    const bytes = await readFile(join(this.#mediaDir, file));
    const named = renditions.map(({ file, ...rest }) => ({ ...rest, file: basename(file) }));
    for (const rendition of renditions)
      await this.#copyNew(join(this.#mediaDir, rendition.file), `renditions/${basename(rendition.file)}`);
    this.#index.set(createHash("sha256").update(bytes).digest("hex"), { width, height, renditions: named });
  }

  /** @returns them with the paths that the list names. */
  async addDownloads<Download extends { file: string }>(downloads: readonly Download[]): Promise<Download[]> {
    const named: Download[] = [];
    for (const download of downloads) {
      const isUrl = /^https?:\/\//i.test(download.file);
      const file = isUrl ? download.file : `${downloadsFolder}${download.file}`;
      named.push({ ...download, file });
      if (!isUrl) await this.#copyNew(join(this.#downloadsDir, download.file), file);
    }
    return named;
  }

  /** Copies a file unless the folder has one of that name. @returns whether it was copied. */
  async #copyNew(source: string, name: string): Promise<boolean> {
    const isThere = await access(join(this.#folder, name)).then(
      () => true,
      () => false,
    );
    if (!isThere) await copyContent(source, this.#folder, name);
    return !isThere;
  }

  /** Writes the index of the renditions, with what it had before. */
  async finish(): Promise<void> {
    if (this.#index.size === 0) return;
    const path = join(this.#folder, "renditions", "index.json");
    const before = await readRenditionsIndex(this.#folder);
    const kept = [...before].map(([hash, { folder: _folder, ...entry }]) => [hash, entry] as const);
    const entries = Object.fromEntries([...kept, ...this.#index]);
    const lines = Object.keys(entries)
      .sort()
      .map((hash) => `  ${JSON.stringify(hash)}: ${JSON.stringify(entries[hash])}`);
    await writeFile(path, `{\n${lines.join(",\n")}\n}\n`);
  }
}
