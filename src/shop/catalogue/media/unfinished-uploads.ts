import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import type { PictureLimits } from "../pictures/picture-limits.ts";
import {
  type AddedMedia,
  findMade,
  type ImageProcessor,
  isRefused,
  makeMedia,
  type ReceivedFile,
} from "./make-media.ts";

/** How long an unfinished upload is kept, in hours. */
const keptHours = 48;

interface UploadRow extends ReceivedFile, Record<string, unknown> {
  id: number;
}

/**
 * Keeps an upload that has arrived and could not be made a picture. If that fails too, the file is deleted.
 * @returns the id that its picture will have
 */
export async function keepUnfinished(
  db: Database,
  attachments: Pick<FileStorage, "delete">,
  { key, contentHash, name, texts, uploadedBy }: ReceivedFile,
  now: Date,
): Promise<number> {
  try {
    const { rows } = await db.execute<{ id: number }>(sql`
      insert into media_uploads (key, content_hash, name, texts, uploaded_by, created_at)
      values (${key}, ${contentHash}, ${name}, ${JSON.stringify(texts)}::jsonb, ${uploadedBy}, ${now.toISOString()})
      returning id::float8 as id`);
    const [row] = rows;
    if (!row) throw new Error("An upload came back without an id");
    return row.id;
  } catch (error) {
    await attachments.delete(key);
    throw error;
  }
}

/**
 * Tries again to make an unfinished upload a picture. @returns the picture, also if another call has just made it; undefined if there
 * is no such upload
 * @throws Refusal media_refused, after which the upload is gone, or the failure
 */
export async function finishUpload(
  processor: ImageProcessor,
  id: number,
  limits: PictureLimits,
): Promise<AddedMedia | undefined> {
  const { db, files } = processor;
  const upload = await findUnfinished(db, id);
  if (!upload) return undefined;
  try {
    const made = await makeMedia(processor, upload, limits, id);
    await discardUpload(db, files.attachments, upload);
    return made;
  } catch (error) {
    if (isRefused(error)) await discardUpload(db, files.attachments, upload);
    else if (!(await findUnfinished(db, id))) return findMade(processor, upload);
    throw error;
  }
}

/** Gives up an unfinished upload, also while it is finished. @returns what it was; undefined if there is none */
export async function deleteUnfinished(
  db: Database,
  attachments: Pick<FileStorage, "delete">,
  id: number,
): Promise<Pick<ReceivedFile, "name"> | undefined> {
  return inTransaction(db, async (db) => {
    const { rows } = await db.execute<{ key: string; name: string }>(
      sql`delete from media_uploads where id = ${id} returning key, name`,
    );
    // Before the row is gone for good, so that the file is not forgotten if this is interrupted.
    for (const { key } of rows) await attachments.delete(key);
    return rows[0];
  });
}

/** Deletes at most `limit` uploads that were not finished for two days. @returns how many */
export async function deleteOldUnfinished(
  db: Database,
  attachments: Pick<FileStorage, "delete">,
  now: Date,
  limit: number,
): Promise<number> {
  const { rows } = await db.execute<UploadRow>(sql`
    select id::float8 as id, key from media_uploads
    where created_at < ${now.toISOString()}::timestamptz - make_interval(hours => ${keptHours})
    order by created_at limit ${limit}`);
  for (const upload of rows) await discardUpload(db, attachments, upload);
  return rows.length;
}

async function findUnfinished(db: Database, id: number): Promise<UploadRow | undefined> {
  const { rows } = await db.execute<UploadRow>(sql`
    select id::float8 as id, key, name, content_hash as "contentHash", texts, uploaded_by::float8 as "uploadedBy"
    from media_uploads where id = ${id}`);
  return rows[0];
}

/** Deletes an upload. The row goes last, so that nothing is forgotten if this is interrupted. */
async function discardUpload(
  db: Database,
  attachments: Pick<FileStorage, "delete">,
  { id, key }: Pick<UploadRow, "id" | "key">,
): Promise<void> {
  await attachments.delete(key);
  await db.execute(sql`delete from media_uploads where id = ${id}`);
}
