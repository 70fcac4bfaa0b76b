import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { media } from "#db/tables/settings-and-media.ts";
import { inTransaction } from "#db/transaction.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import { findFileWithin, type PictureFetcher, PictureImport } from "../../catalogue/import/import-pictures.ts";
import { addressProblem } from "../../catalogue/pictures/fetched-address.ts";
import { findPictureBySource, upsertMedia } from "../../catalogue/pictures/media.ts";
import { PictureProblem } from "../../catalogue/pictures/picture-file.ts";
import { largestPicture } from "../../catalogue/pictures/picture-limits.ts";
import type { BodyPicture } from "./body/body-context.ts";
import type { OldSite } from "./old-site.ts";
import type { Survey, SurveyedAttachment } from "./read/survey-export.ts";
import type { ShopRoutes } from "./shop-routes.ts";
import { uploadPath } from "./upload-path.ts";
import { printable, type WordpressReport } from "./wordpress-report.ts";

export interface MediaOptions {
  file: string;
  media: FileStorage;
  routes: ShopRoutes;
  isDryRun: boolean;
  /** A copy of the old site's folder wp-content/uploads; undefined: pictures are fetched from the old site. */
  uploads: string | undefined;
  /** Default: from the public internet. */
  fetch?: PictureFetcher | undefined;
}

const pictureEnding = /\.(?:jpe?g|png|gif|webp|avif|tiff?)$/i;

/** The pictures of an old site: which address means which, and those that are stored in this shop. */
export class OldMedia {
  readonly #db: Database;
  readonly #site: OldSite;
  readonly #pictures: PictureImport;
  readonly #routes: ShopRoutes;
  readonly #isDryRun: boolean;
  readonly #uploads: string | undefined;
  /** Attachments by host and path of their addresses. */
  readonly #attachments = new Map<string, SurveyedAttachment>();
  readonly #stored = new Map<string, BodyPicture | string>();
  readonly #storing = new Map<string, Promise<void>>();
  #last = Promise.resolve();
  /** The first line in the file that shows a picture, by its source. */
  readonly #lines = new Map<string, number>();
  /** Pictures that the shop did not have before; those that a dry run would add. */
  readonly added = new Set<string>();

  private constructor(
    db: Database,
    site: OldSite,
    pictures: PictureImport,
    { routes, isDryRun, uploads }: MediaOptions,
  ) {
    this.#db = db;
    this.#site = site;
    this.#pictures = pictures;
    this.#routes = routes;
    this.#isDryRun = isDryRun;
    this.#uploads = uploads;
  }

  static async open(db: Database, site: OldSite, survey: Survey, options: MediaOptions): Promise<OldMedia> {
    const fetch = options.uploads === undefined ? options.fetch : fetcherFrom(options.uploads, options.fetch);
    const pictures = await PictureImport.open(db, dirname(options.file), options.media, fetch);
    const opened = new OldMedia(db, site, pictures, options);
    for (const attachment of survey.attachments.values()) {
      const key = keyOf(attachment.url);
      if (key !== undefined) opened.#attachments.set(key, attachment);
    }
    return opened;
  }

  /**
   * Returns the address of the original that a picture's address means: of the attachment, if it is one or a smaller copy of
   * one. undefined if it is no picture of the old site.
   */
  sourceOf(address: string): string | undefined {
    const url = this.#site.own(address) ?? cdnOriginal(address);
    const whole = url?.href ?? address;
    const key = keyOf(whole);
    const original = key?.replace(/-\d+x\d+(?=\.[a-z]+$)/i, "");
    const found =
      this.#attachments.get(key ?? "") ??
      this.#attachments.get(original ?? "") ??
      this.#attachments.get(original?.replace(/(?=\.[a-z]+$)/i, "-scaled") ?? "");
    if (found) return pictureEnding.test(found.url.replace(/[?#].*$/, "")) ? found.url : undefined;
    return url && this.#site.own(whole) && pictureEnding.test(url.pathname)
      ? `${url.origin}${url.pathname}`
      : undefined;
  }

  /** Returns a stored picture, or why it is unavailable; undefined if it was not asked for yet. */
  get(source: string): BodyPicture | string | undefined {
    return this.#stored.get(source);
  }

  /** Notes that a line of the file shows pictures. */
  noteLine(line: number, sources: Iterable<string>): void {
    for (const source of sources) this.#lines.set(source, Math.min(line, this.#lines.get(source) ?? line));
  }

  /** Lists the noted pictures that are unavailable, each once. */
  listLeftOut(): WordpressReport["refused"] {
    return [...this.#lines].flatMap(([source, line]) => {
      const problem = this.#stored.get(source);
      return typeof problem === "string" ? [{ line, text: `picture ${printable(source)} (${problem})` }] : [];
    });
  }

  /** Stores pictures by the addresses of their originals, each once. */
  async store(sources: readonly string[]): Promise<void> {
    const wanted = [...new Set(sources)].filter((source) => !this.#storing.has(source));
    if (wanted.length > 0) {
      // One call after the other: each loads several pictures at once.
      this.#last = this.#last.then(() => this.#storeAll(wanted));
      for (const source of wanted) this.#storing.set(source, this.#last);
    }
    await Promise.all(sources.flatMap((source) => this.#storing.get(source) ?? []));
  }

  async #storeAll(wanted: readonly string[]): Promise<void> {
    for (const source of wanted) if (keyOf(source) === undefined) this.#stored.set(source, notHttp);
    const web = wanted.filter((source) => keyOf(source) !== undefined);
    if (this.#isDryRun) return this.#foresee(web);
    const known = await this.#knownAmong(web);
    const found = await this.#pictures.store(web);
    const pictures = [...found.values()].filter((picture) => typeof picture !== "string");
    const ids = await inTransaction(this.#db, (db) => upsertMedia(db, pictures));
    for (const [source, picture] of found) {
      const mediaId = ids.get(source);
      if (typeof picture === "string") this.#stored.set(source, picture);
      else if (mediaId === undefined) throw new Error(`The picture ${source} came back without an id`);
      else {
        const { file, width, height } = picture;
        this.#stored.set(source, { mediaId, src: this.#routes.media(file), width, height });
        if (!known.has(source)) this.added.add(source);
        await this.#describe(mediaId, this.#attachments.get(keyOf(source) ?? "")?.alt ?? "");
      }
    }
  }

  async #knownAmong(sources: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.#db.execute<{ source: string }>(
      sql`select source from media_sources where source = any(${sql.param(sources)}::text[])`,
    );
    return new Set(rows.map(({ source }) => source));
  }

  /** Notes what would be fetched, and lets it count as stored, unless it cannot be. */
  async #foresee(sources: readonly string[]): Promise<void> {
    for (const source of sources) {
      const isHere = (await findPictureBySource(this.#db, source)) !== undefined;
      const problem = isHere ? undefined : await problemAhead(source, this.#uploads);
      if (!isHere && problem === undefined) this.added.add(source);
      this.#stored.set(source, problem ?? { mediaId: 1, src: this.#routes.media("picture"), width: 1, height: 1 });
    }
  }

  /** Gives a picture its alt text unless it has one. */
  async #describe(mediaId: number, alt: string): Promise<void> {
    if (alt === "") return;
    await this.#db
      .update(media)
      .set({ alt, changedAt: sql`now()` })
      .where(and(eq(media.id, mediaId), eq(media.alt, "")));
  }
}

const notHttp = "its address is not http or https";

/** Returns host and path of an address on the web, by which two spellings of it are the same. */
function keyOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, pathname } = new URL(address);
  return /^https?:$/.test(protocol) ? `${host.replace(/^www\./, "")}${pathname}` : undefined;
}

/** Returns the address behind one of the network that serves copies of WordPress sites' pictures. */
function cdnOriginal(address: string): URL | undefined {
  const [, rest] = /^(?:https?:)?\/\/i\d\.wp\.com\/([^?#]+)/i.exec(address) ?? [];
  return rest !== undefined && URL.canParse(`https://${rest}`) ? new URL(`https://${rest}`) : undefined;
}

async function findUpload(uploads: string, address: string): Promise<string | undefined> {
  const path = uploadPath(address);
  return path === undefined ? undefined : findFileWithin(uploads, path);
}

async function sizeProblem(file: string): Promise<string | undefined> {
  return (await stat(file)).size > largestPicture ? "it is larger than 20 MB" : undefined;
}

/** Returns why a picture will not be stored, as far as that is known without fetching it. */
async function problemAhead(address: string, uploads: string | undefined): Promise<string | undefined> {
  const file = uploads === undefined ? undefined : await findUpload(uploads, address);
  return file ? sizeProblem(file) : addressProblem(address);
}

/** Returns a fetcher that takes pictures from a copy of the uploads folder, and those that are not in it from the web. */
function fetcherFrom(uploads: string, fetch: PictureFetcher | undefined): PictureFetcher {
  return async (address) => {
    const file = await findUpload(uploads, address);
    if (file) {
      const problem = await sizeProblem(file);
      if (problem !== undefined) throw new PictureProblem(problem);
      return readFile(file);
    }
    if (fetch) return fetch(address);
    const { fetchPicture } = await import("../../catalogue/pictures/fetch-picture.ts");
    return fetchPicture(address);
  };
}
