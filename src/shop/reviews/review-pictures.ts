import { sql } from "drizzle-orm";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import type { ShopFiles } from "#platform/storage/open-storage.ts";
import { readStored } from "#platform/storage/storage.ts";
import { deleteUnownedFile, deleteUnownedLater } from "../catalogue/media/media-files.ts";
import { isReferredTo } from "../catalogue/media/media-uses.ts";
import { upsertMedia } from "../catalogue/pictures/media.ts";
import { PictureProblem, type StoredPicture } from "../catalogue/pictures/picture-file.ts";
import { storeAgain, storePicture } from "../catalogue/pictures/store-picture.ts";
import { announceReviews } from "./announce-reviews.ts";

/** The job that publishes, hides or deletes the pictures of a review; its payload is `{ reviewId }`, null: of deleted ones. */
const reviewPicturesJob = "review-pictures";

/**
 * Adds a job for each of these reviews with pictures that should be public and are not, or the other way round.
 * @param reviewIds default: all
 */
export async function settlePicturesLater(db: Database, reviewIds?: readonly number[]): Promise<void> {
  if (reviewIds?.length === 0) return;
  const isAsked = reviewIds ? sql`p.review_id = any(${sql.param([...reviewIds])}::bigint[])` : sql`true`;
  const { rows } = await db.execute<{ reviewId: number }>(sql`
    select distinct p.review_id as "reviewId" from review_pictures p join reviews r on r.id = p.review_id
    where ${isAsked} and ${isMisplaced}`);
  for (const { reviewId } of rows) await addPictureJob(db, reviewId);
}

/** Adds a job that deletes the pictures of deleted reviews, if there are any. */
export async function deletePicturesLater(db: Database): Promise<void> {
  const { rowCount } = await db.execute(sql`select from review_pictures where review_id is null limit 1`);
  if (rowCount) await addPictureJob(db, null);
}

async function addPictureJob(db: Database, reviewId: number | null): Promise<void> {
  // One at a time, because decoding uses a whole core.
  const options = { queueName: "pictures", jobKey: `${reviewPicturesJob}:${reviewId ?? "deleted"}` };
  await addJob(db, reviewPicturesJob, { reviewId }, options);
}

/** SQL: picture `p` of review `r` is private and should be public, or the other way round. */
const isMisplaced = sql`(r.status = 'approved') = (p.key is not null)`;

interface MisplacedPicture extends Record<string, unknown> {
  id: number;
  /** Null: it is public. */
  key: string | null;
  mediaId: number | null;
  /** The public picture's file without renditions. */
  file: string | null;
  /** The same if only this review shows the picture; null: something else shows it too. */
  ownFile: string | null;
  productId: number | null;
  articleId: number | null;
}

/** Folder of pictures that were public before; uploads are in folders named by the year. */
const hiddenFolder = "reviews/";

/**
 * Makes the pictures of an approved review public: encoded from their pixels, without metadata, the first time; a job makes the
 * renditions. A file that is no picture is dropped. Takes those of another review back to the private storage. Safe to run twice.
 */
export async function settlePictures(db: Database, files: PictureFiles, reviewId: number): Promise<void> {
  const { rows } = await db.execute<MisplacedPicture>(sql`
    select p.id, p.key, p.media_id as "mediaId", r.product_id as "productId", r.article_id as "articleId",
      (select m.file from media m where m.id = p.media_id) as file, ${fileOfOnly} as "ownFile"
    from review_pictures p join reviews r on r.id = p.review_id where r.id = ${reviewId} and ${isMisplaced} order by p.position`);
  for (const picture of rows) {
    if (picture.key === null) await hideOne(db, files, picture);
    else await publishOne(db, files, { ...picture, key: picture.key });
  }
}

type PictureFiles = Pick<ShopFiles, "attachments" | "media">;

async function publishOne(
  db: Database,
  { attachments, media }: PictureFiles,
  { id, key, productId, articleId }: MisplacedPicture & { key: string },
): Promise<void> {
  const source = `review picture ${id}`;
  const store = key.startsWith(hiddenFolder) ? storeAgain : storePicture;
  const stored = await unlessNoPicture(store(await readStored(attachments, key), media, source));
  await inTransaction(db, async (db) => {
    const mediaId = stored && (await upsertMedia(db, [stored])).get(source);
    await db.execute(
      mediaId === undefined
        ? sql`delete from review_pictures where id = ${id}`
        : sql`update review_pictures set media_id = ${mediaId}, key = null where id = ${id}`,
    );
    await announceReviews(db, [{ productId, articleId, rating: null }]);
  });
  await attachments.delete(key);
}

async function hideOne(
  db: Database,
  { attachments, media }: PictureFiles,
  { id, mediaId, file, ownFile }: MisplacedPicture,
): Promise<void> {
  const key = `${hiddenFolder}${id}`;
  // An interrupted job has copied it already.
  const stored = file === null ? undefined : await media.get(file);
  if (stored) await attachments.put(key, stored.stream);
  await inTransaction(db, async (db) => {
    await db.execute(sql`update review_pictures set key = ${key}, media_id = null where id = ${id}`);
    await deleteOwnPicture(db, { mediaId, ownFile });
  });
  if (ownFile !== null) await deleteUnownedFile(db, media, ownFile);
}

/** Deletes the public picture that only a review shows, unless somebody has added it to the library meanwhile. */
async function deleteOwnPicture(
  db: Database,
  { mediaId, ownFile }: Pick<MisplacedPicture, "mediaId" | "ownFile">,
): Promise<void> {
  if (ownFile === null) return;
  await db.execute(sql`delete from media where id = ${mediaId} and uploaded_at is null`);
  // Deletes the files if this process stops before it does.
  await deleteUnownedLater(db, ownFile);
}

async function unlessNoPicture(storing: Promise<StoredPicture>): Promise<StoredPicture | undefined> {
  try {
    return await storing;
  } catch (error) {
    if (error instanceof PictureProblem) return undefined;
    throw error;
  }
}

/** SQL: the file of the public picture `p`; null: something else shows it too. */
const fileOfOnly = sql`(select m.file
  from media m where m.id = p.media_id and m.uploaded_at is null
    and not exists (select from review_pictures o where o.media_id = m.id and o.id <> p.id)
    and not ${isReferredTo(sql`m.id`, ["review_pictures.media_id"])}
    and not exists (select from media_sources s where s.media_id = m.id and s.source !~ '^review picture [0-9]+$'))`;

/**
 * Deletes at most `limit` pictures whose review was deleted, with their files unless something else shows the picture.
 * @returns the number of deleted pictures
 */
export async function deleteUnusedPictures(db: Database, files: PictureFiles, limit: number): Promise<number> {
  const { rows } = await db.execute<Pick<MisplacedPicture, "id" | "key" | "mediaId" | "ownFile">>(sql`
    select p.id, p.key, p.media_id as "mediaId", ${fileOfOnly} as "ownFile"
    from review_pictures p where p.review_id is null order by p.id limit ${limit}`);
  for (const { id, key, mediaId, ownFile } of rows) {
    // Before the row, so that an interrupted job is repeated.
    if (key !== null) await files.attachments.delete(key);
    await inTransaction(db, async (db) => {
      await db.execute(sql`delete from review_pictures where id = ${id}`);
      await deleteOwnPicture(db, { mediaId, ownFile });
    });
    if (ownFile !== null) await deleteUnownedFile(db, files.media, ownFile);
  }
  return rows.length;
}

/** Returns the files of a review's pictures that are not public yet, for the shopkeeper. */
export async function listPrivatePictures(db: Database, reviewId: number): Promise<{ id: number; key: string }[]> {
  const { rows } = await db.execute<{ id: number; key: string }>(
    sql`select id, key from review_pictures where review_id = ${reviewId} and key is not null order by position`,
  );
  return rows;
}

/** Returns the key of a picture that is not public yet. */
export async function findPrivatePicture(db: Database, id: number): Promise<string | undefined> {
  const { rows } = await db.execute<{ key: string }>(
    sql`select key from review_pictures where id = ${id} and key is not null and review_id is not null`,
  );
  return rows[0]?.key;
}
