import { basename } from "node:path";
import { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import { findFileWithin, type PictureFetcher } from "../../catalogue/import/import-pictures.ts";
import { addressProblem } from "../../catalogue/pictures/fetched-address.ts";
import { PictureProblem } from "../../catalogue/pictures/picture-file.ts";
import { fileAt, keepPublicFile, publicFileEndings } from "../blocks/public-files.ts";
import type { OldSite } from "./old-site.ts";
import { uploadPath } from "./upload-path.ts";

/** The largest file that is fetched, because it is held in memory; larger ones come from a copy of the folder. */
const largestFetched = 50 * 1024 * 1024;

/** For one file, in milliseconds. */
const timeoutMs = 5 * 60_000;

interface FileOptions {
  media: FileStorage;
  isDryRun: boolean;
  /** A copy of the old site's folder wp-content/uploads; undefined: files are fetched from the old site. */
  uploads: string | undefined;
  /** Default: from the public internet. */
  fetch?: PictureFetcher | undefined;
}

/** The videos, sounds and documents of an old site that texts show or link to, as public files of this shop. */
export class OldFiles {
  readonly #db: Database;
  readonly #site: OldSite;
  readonly #options: FileOptions;
  /** Keys in the storage, or why a file is unavailable. */
  readonly #stored = new Map<string, { file: string } | string>();
  readonly #storing = new Map<string, Promise<void>>();
  #last: Promise<void> = Promise.resolve();
  /** Files that the shop did not have before; those that a dry run would add. */
  readonly added = new Set<string>();

  constructor(db: Database, site: OldSite, options: FileOptions) {
    this.#db = db;
    this.#site = site;
    this.#options = options;
  }

  /** Returns the address that identifies a file; undefined if it is no such file of the old site. */
  sourceOf(address: string): string | undefined {
    const url = this.#site.own(address);
    if (!url || uploadPath(url.href) === undefined) return undefined;
    const isOne = publicFileEndings.some((ending) => url.pathname.toLowerCase().endsWith(ending));
    return isOne ? this.#site.fileAddress(url) : undefined;
  }

  /** Returns a stored file, or why it is unavailable; undefined if it was not asked for yet. */
  get(source: string): { file: string } | string | undefined {
    return this.#stored.get(source);
  }

  /** Stores files, one after the other, each once. */
  async store(sources: readonly string[]): Promise<void> {
    for (const source of sources)
      if (!this.#storing.has(source)) {
        this.#last = this.#last.then(() => this.#storeOne(source));
        this.#storing.set(source, this.#last);
      }
    await Promise.all(sources.flatMap((source) => this.#storing.get(source) ?? []));
  }

  async #storeOne(source: string): Promise<void> {
    const { rows } = await this.#db.execute<{ file: string }>(
      sql`select file from public_files where source = ${source}`,
    );
    const known = rows[0];
    if (known) this.#stored.set(source, known);
    else if (this.#options.isDryRun) {
      const problem = (await this.#findUpload(source)) ? undefined : addressProblem(source);
      if (problem === undefined) this.added.add(source);
      this.#stored.set(source, problem ?? { file: "file" });
    } else {
      const loaded = await this.#load(source);
      if (typeof loaded === "object") this.added.add(source);
      this.#stored.set(source, loaded);
    }
  }

  async #findUpload(source: string): Promise<string | undefined> {
    const { uploads } = this.#options;
    return uploads === undefined ? undefined : findFileWithin(uploads, uploadPath(source) ?? "");
  }

  async #load(source: string): Promise<{ file: string } | string> {
    const { media } = this.#options;
    const file = await this.#findUpload(source);
    if (file) return keepPublicFile(this.#db, await fileAt(file, source), media);
    try {
      const bytes = Buffer.from(await this.#fetch(source));
      // As long as the head of a file on disk.
      const head = Buffer.concat([bytes.subarray(0, 12), Buffer.alloc(12)]).subarray(0, 12);
      const given = {
        name: basename(uploadPath(source) ?? ""),
        source,
        size: bytes.byteLength,
        head,
        open: () => Readable.from([bytes]),
      };
      return await keepPublicFile(this.#db, given, media);
    } catch (error) {
      if (error instanceof PictureProblem) return error.message;
      throw error;
    }
  }

  async #fetch(source: string): Promise<Uint8Array> {
    const { fetch } = this.#options;
    if (fetch) return fetch(source);
    const { fetchPicture } = await import("../../catalogue/pictures/fetch-picture.ts");
    return fetchPicture(source, { accept: "*/*", largest: largestFetched, timeoutMs });
  }
}
