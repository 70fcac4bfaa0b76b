import { eq, or, sql } from "drizzle-orm";
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
import { findPictureByHash, mediaRow, queueRenditions } from "../pictures/media.ts";
import { PictureProblem, type StoredPicture } from "../pictures/picture-file.ts";
import type { PictureLimits } from "../pictures/picture-limits.ts";
import { type PreparedFormat, pictureKind, preparePictureFile } from "../pictures/prepare-picture.ts";
import { describePicture } from "../pictures/store-picture.ts";
import { deleteUnownedLater, lockFile } from "./media-files.ts";
import type { MediaTexts } from "./media-texts.ts";

/** What pictures of the library are made with. */
export interface MediaWorkshop {
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
  texts: MediaTexts;
}

/** A picture in the library. @property isNew whether it was not there before */
export interface AddedMedia {
  id: number;
  isNew: boolean;
}

/** How long (ms) an upload waits for those before it. */
const longestWait = 20_000;

/**
 * Makes a received file a picture of the library.
 * @param id what a new picture gets; default: the next one
 * @throws Refusal media_refused, pictures_busy
 */
export async function makeMedia(
  { db, files, pictureQueue, now }: MediaWorkshop,
  file: ReceivedFile,
  limits: PictureLimits,
  id?: number,
): Promise<AddedMedia> {
  const known = await findPictureByHash(db, file.contentHash);
  if (known) return { id: await claimKnown(db, known), isNew: false };
  return inTurn(pictureQueue, () =>
    withTemporaryFile(async (path) => {
      const prepared = await withLocalCopy(files.attachments, file.key, (sent) => prepare(sent, path, limits));
      return storeMedia(db, files.media, { prepared, file, id, now });
    }),
  );
}

/** Makes the sizes of a picture that has none now. @throws Refusal pictures_busy */
export async function makeSizes({ db, files, pictureQueue }: MediaWorkshop, id: number): Promise<void> {
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

/** Returns whether a file will never be a picture. */
export function isRefused(error: unknown): boolean {
  return error instanceof Refusal && error.code === "media_refused";
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
  { prepared, file, id }: PlacedMedia,
): Promise<AddedMedia> {
  return inTransaction(db, async (db) => {
    await lockFile(db, picture.file);
    // Somebody may just have deleted the same picture, and its file.
    await putLocalFile(storage, picture.file, prepared);
    const [made] = await db
      .insert(media)
      .values({ ...mediaRow(picture), ...file.texts, uploadedAt: sql`now()`, ...(id !== undefined && { id }) })
      .onConflictDoNothing()
      .returning({ id: media.id });
    if (!made) return { id: await claimKnown(db, picture), isNew: false };
    await queueRenditions(db, [made.id]);
    await recordAction(db, {
      action: "media added",
      subject: String(made.id),
      after: { file: picture.file, title: file.texts.title ?? picture.title },
    });
    return { id: made.id, isNew: true };
  });
}

/** Makes a picture that is known by its file or original one of the library, also if it only came with a review. @returns its id */
async function claimKnown(
  db: Database,
  { file, contentHash }: Pick<typeof media.$inferSelect, "file" | "contentHash">,
): Promise<number> {
  // The original may be that of one row, and the file that of another.
  const known = db
    .select({ id: media.id })
    .from(media)
    .where(or(eq(media.contentHash, contentHash), eq(media.file, file)))
    .orderBy(sql`${media.contentHash} = ${contentHash} desc`)
    .limit(1);
  const [row] = await db
    .update(media)
    .set({ uploadedAt: sql`coalesce(${media.uploadedAt}, now())` })
    .where(eq(media.id, known))
    .returning({ id: media.id });
  if (!row) throw new Error("A known picture has just been deleted");
  return row.id;
}
