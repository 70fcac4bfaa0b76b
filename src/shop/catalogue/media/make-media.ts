import { eq, or, sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { media } from "#db/tables/settings-and-media.ts";
import { inTransaction } from "#db/transaction.ts";
import {
  hashOfFile,
  putLocalFile,
  readBeginning,
  withLocalCopy,
  withTemporaryFile,
} from "#platform/storage/local-files.ts";
import type { ShopFiles } from "#platform/storage/open-storage.ts";
import { TurnMissed, type WorkQueue } from "#platform/work-queue.ts";
import { recordAction } from "../../audit/audit-log.ts";
import { Refusal } from "../../refusal.ts";
import { looksLikeSvg } from "../pictures/clean-svg.ts";
import { makeRenditions } from "../pictures/make-renditions.ts";
import { findPictureByHash, mediaRow, pagesWith, queueRenditions } from "../pictures/media.ts";
import { PictureProblem, type StoredPicture } from "../pictures/picture-file.ts";
import type { PictureLimits } from "../pictures/picture-limits.ts";
import { type PreparedFormat, pictureKind, preparePictureFile } from "../pictures/prepare-picture.ts";
import { describePicture } from "../pictures/store-picture.ts";
import { deleteUnownedLater, lockFile } from "./media-files.ts";
import type { MediaChange, MediaTexts } from "./media-texts.ts";

/** What pictures of the library are made with. */
export interface ImageProcessor {
  db: Database;
  files: Pick<ShopFiles, "attachments" | "media">;
  /** Decoding takes a whole core and much memory, so this process does it for one picture at a time. */
  pictureQueue: WorkQueue;
  now: Date;
}

/** A file that has arrived whole. */
export interface ReceivedFile {
  /** Key in the storage of attachments. */
  key: string;
  /** Of the sent file, as it is shown; the title is made from it. */
  name: string;
  /** Lower-case hex SHA-256 of its bytes. */
  contentHash: string;
  texts: MediaChange;
  /** The user; null: the account was deleted meanwhile. */
  uploadedBy: number | null;
}

/** A picture in the library. */
export interface AddedMedia {
  id: number;
  /** Whether it was not there before. */
  isNew: boolean;
  /** Texts of the upload that were not taken, because the library has others. */
  keptTexts: readonly (keyof MediaTexts)[];
}

/** How long (ms) an upload waits for those before it. */
const longestWait = 20_000;

/**
 * Makes a received file a picture of the library.
 * @param id what a new picture gets; default: the next one
 * @throws Refusal media_refused, pictures_busy
 */
export async function makeMedia(
  processor: ImageProcessor,
  file: ReceivedFile,
  limits: PictureLimits,
  id?: number,
): Promise<AddedMedia> {
  const known = await findMade(processor, file);
  if (known) return known;
  const { db, files, pictureQueue, now } = processor;
  return inTurn(pictureQueue, () =>
    withTemporaryFile(async (path) => {
      const prepared = await withLocalCopy(files.attachments, file.key, (sent) => prepare(sent, path, limits));
      return storeMedia(db, files.media, { prepared, file, id, now });
    }),
  );
}

/** Returns the picture of a file that was uploaded before; undefined if there is none. */
export async function findMade({ db, now }: ImageProcessor, file: ReceivedFile): Promise<AddedMedia | undefined> {
  const known = await findPictureByHash(db, file.contentHash);
  return known && inTransaction(db, (db) => claimKnown(db, known, file, now));
}

/** Makes the sizes of a picture that has none now. @throws Refusal pictures_busy */
export async function makeSizes({ db, files, pictureQueue }: ImageProcessor, id: number): Promise<void> {
  await inTurn(pictureQueue, () => makeRenditions(db, files.media, id));
}

async function inTurn<T>(queue: WorkQueue, work: () => Promise<T>): Promise<T> {
  try {
    return await queue.run(work, longestWait);
  } catch (error) {
    throw error instanceof TurnMissed ? new Refusal("pictures_busy") : error;
  }
}

/** @throws Refusal media_refused if a file does not begin like a picture. @param head its first bytes */
export function refuseOther(head: Uint8Array): void {
  if (!pictureKind(head) && !looksLikeSvg(head)) throw new Refusal("media_refused", { reason: "it is not a picture" });
}

/** Returns whether a file will never be a picture of the library. */
export function isRefused(error: unknown): boolean {
  return error instanceof Refusal && (error.code === "media_refused" || error.code === "media_article_unknown");
}

/** A prepared picture in a local file. */
interface PreparedFile extends PreparedFormat {
  path: string;
  byteSize: number;
  storedHash: string;
}

async function prepare(sent: string, path: string, limits: PictureLimits): Promise<PreparedFile> {
  try {
    const format = await preparePictureFile(sent, path, limits);
    const { byteSize } = await readBeginning(path);
    return { ...format, path, byteSize, storedHash: await hashOfFile(path) };
  } catch (error) {
    if (error instanceof PictureProblem) throw new Refusal("media_refused", { reason: error.message });
    throw error;
  }
}

interface PlacedMedia {
  prepared: PreparedFile;
  file: ReceivedFile;
  id: number | undefined;
  now: Date;
}

/** How long (ms) storing a picture may take. */
const storingMs = 3_600_000;

async function storeMedia(db: Database, storage: ShopFiles["media"], placed: PlacedMedia): Promise<AddedMedia> {
  const { prepared, file, now } = placed;
  const picture = describePicture({ ...prepared, contentHash: file.contentHash }, file.name);
  await deleteUnownedLater(db, picture.file, new Date(now.getTime() + storingMs));
  await putLocalFile(storage, picture.file, prepared);
  return insertMedia(db, storage, picture, placed);
}

async function insertMedia(
  db: Database,
  storage: ShopFiles["media"],
  picture: StoredPicture,
  { prepared, file, id, now }: PlacedMedia,
): Promise<AddedMedia> {
  return inTransaction(db, async (db) => {
    await lockFile(db, picture.file);
    if (id !== undefined) await takeUnfinished(db, id);
    // Somebody may just have deleted the same picture, and its file.
    await putLocalFile(storage, picture.file, prepared);
    const [made] = await db
      .insert(media)
      .values({
        ...mediaRow(picture),
        ...file.texts,
        articleId: ifKept(file.texts.articleId),
        uploadedAt: sql`now()`,
        uploadedBy: file.uploadedBy,
        ...(id !== undefined && { id }),
      })
      .onConflictDoNothing()
      .returning({ id: media.id });
    if (!made) return claimKnown(db, picture, file, now);
    await queueRenditions(db, [made.id]);
    await recordAction(db, {
      action: "media added",
      subject: String(made.id),
      after: { file: picture.file, title: file.texts.title ?? picture.title },
    });
    return { id: made.id, isNew: true, keptTexts: [] };
  });
}

/** Ends an unfinished upload, so that of several calls that finish it or give it up only one succeeds. @throws Error in all others */
async function takeUnfinished(db: Database, id: number): Promise<void> {
  const { rowCount } = await db.execute(sql`delete from media_uploads where id = ${id}`);
  if (rowCount === 0) throw new Error("This upload has just been finished or given up");
}

/** SQL: the article with this id; null if it was deleted while the file was kept. */
function ifKept(articleId: number | null | undefined) {
  return articleId ? sql`(select id from articles where id = ${articleId})` : null;
}

/**
 * Adds a known picture to the library, even if it came with a review. Texts that it does not have are taken from the upload.
 */
async function claimKnown(
  db: Database,
  { file, contentHash }: Pick<typeof media.$inferSelect, "file" | "contentHash">,
  { texts, uploadedBy }: ReceivedFile,
  now: Date,
): Promise<AddedMedia> {
  const [row] = await db
    .select()
    .from(media)
    // The original may be that of one row, and the file that of another.
    .where(or(eq(media.contentHash, contentHash), eq(media.file, file)))
    .orderBy(sql`${media.contentHash} = ${contentHash} desc`)
    .limit(1)
    .for("update");
  if (!row) throw new Error("A known picture has just been deleted");
  const { articleId, ...others } = texts;
  const given = Object.entries(others) as [keyof MediaTexts, string][];
  const taken = given.filter(([name, text]) => row[name] === "" && text !== "");
  await db
    .update(media)
    .set({
      ...Object.fromEntries(taken),
      ...(taken.length > 0 && { changedAt: now }),
      uploadedAt: sql`coalesce(${media.uploadedAt}, now())`,
      uploadedBy: row.uploadedBy ?? uploadedBy,
      articleId: row.articleId ?? ifKept(articleId),
    })
    .where(eq(media.id, row.id));
  if (taken.length > 0) await announceChange(db, await pagesWith(db, row.id));
  const kept = given.filter(([name, text]) => row[name] !== "" && row[name] !== text);
  return { id: row.id, isNew: false, keptTexts: kept.map(([name]) => name) };
}
