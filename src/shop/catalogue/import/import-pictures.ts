import { readFile, realpath, stat } from "node:fs/promises";
import { isAbsolute, resolve, sep } from "node:path";
import type { Database } from "#db/database.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import { findPictureByHash, findPictureBySource } from "../pictures/media.ts";
import { PictureProblem, type StoredPicture } from "../pictures/picture-file.ts";
import { largestPicture } from "../pictures/picture-limits.ts";
import { type IndexedPicture, readRenditionsIndex } from "../pictures/ready-renditions.ts";
import { contentHashOf, storePicture, takeOverPicture } from "../pictures/store-picture.ts";
import { inParallel } from "./in-parallel.ts";

/** How many pictures are read, fetched or encoded at once. */
const atOnce = 6;

export type PictureFetcher = (url: string) => Promise<Uint8Array>;

/** The pictures that an imported file names, stored once each. */
export class PictureImport {
  readonly #db: Database;
  readonly #folder: string;
  readonly #media: FileStorage;
  readonly #fetch: PictureFetcher;
  readonly #indexed: ReadonlyMap<string, IndexedPicture>;
  readonly #known = new Map<string, StoredPicture | string>();

  private constructor(
    db: Database,
    folder: string,
    media: FileStorage,
    fetch: PictureFetcher,
    indexed: ReadonlyMap<string, IndexedPicture>,
  ) {
    this.#db = db;
    this.#folder = folder;
    this.#media = media;
    this.#fetch = fetch;
    this.#indexed = indexed;
  }

  /** @param folder the base of picture paths, which may contain an index of renditions */
  static async open(db: Database, folder: string, media: FileStorage, fetch?: PictureFetcher): Promise<PictureImport> {
    const fetcher = fetch ?? (async (url) => (await import("../pictures/fetch-picture.ts")).fetchPicture(url));
    return new PictureImport(db, folder, media, fetcher, await readRenditionsIndex(folder));
  }

  /** Stores pictures by path or URL. @returns each picture, or why it is unavailable */
  async store(sources: readonly string[]): Promise<Map<string, StoredPicture | string>> {
    const missing = [...new Set(sources)].filter((source) => !this.#known.has(source));
    await inParallel(missing, atOnce, async (source) => {
      this.#known.set(source, await this.#storeOne(source));
    });
    return new Map(sources.map((source) => [source, this.#known.get(source) ?? "it is gone"]));
  }

  async #storeOne(source: string): Promise<StoredPicture | string> {
    try {
      return await this.#load(source);
    } catch (error) {
      if (error instanceof PictureProblem) return error.message;
      throw error;
    }
  }

  async #load(source: string): Promise<StoredPicture> {
    const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(source);
    const fetched = isUrl ? await findPictureBySource(this.#db, source) : undefined;
    if (fetched) return fetched;
    const bytes = isUrl ? await this.#fetch(source) : await readFileWithin(this.#folder, source);
    const hash = contentHashOf(bytes);
    const known = await findPictureByHash(this.#db, hash);
    if (known) return { ...known, source };
    const indexed = this.#indexed.get(hash);
    if (indexed) return takeOverPicture(bytes, this.#media, source, indexed);
    return storePicture(bytes, this.#media, source);
  }
}

/** Why a picture is unavailable that its list or text names by a path. */
export const noSuchFile = "there is no such file in the folder";

async function readFileWithin(folder: string, path: string): Promise<Uint8Array> {
  const file = await findFileWithin(folder, path);
  if (!file) throw new PictureProblem(noSuchFile);
  if ((await stat(file)).size > largestPicture) throw new PictureProblem("it is larger than 20 MB");
  return readFile(file);
}

/** Returns a relative path's file if, with links resolved, it is inside the folder. */
export async function findFileWithin(folder: string, path: string): Promise<string | undefined> {
  if (isAbsolute(path) || path.includes("\0")) return undefined;
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(resolve(folder, path))]);
    return file.startsWith(root + sep) && (await stat(file)).isFile() ? file : undefined;
  } catch {
    // Missing or unreadable: the same for the list.
    return undefined;
  }
}
