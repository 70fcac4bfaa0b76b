import { eq, sql } from "drizzle-orm";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { media } from "#db/tables/settings-and-media.ts";
import { inTransaction } from "#db/transaction.ts";
import type { FileStorage } from "#platform/storage/storage.ts";

/** Makes those who store or delete this file of a picture wait for each other, to the end of the transaction. */
export async function lockFile(db: Database, file: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`media ${file}`}))`);
}

/** The job that deletes files of no picture; its payload is `{ file }`. */
const deleteFilesJob = "delete-media-files";

/**
 * Adds a job that deletes a file of a picture with its renditions, unless a picture has it by then. Add it before a file is stored,
 * so that none is left without a picture, whatever stops.
 * @param runAt default: as soon as the transaction commits
 */
export async function deleteUnownedLater(db: Database, file: string, runAt?: Date): Promise<void> {
  await addJob(db, deleteFilesJob, { file }, { jobKey: `${deleteFilesJob}:${file}`, ...(runAt && { runAt }) });
}

/** Deletes a file of a picture with its renditions, unless a picture has it, perhaps again. Safe to run twice. */
export async function deleteUnownedFile(
  db: Database,
  storage: Pick<FileStorage, "delete" | "list">,
  file: string,
): Promise<void> {
  await inTransaction(db, async (db) => {
    await lockFile(db, file);
    const owners = await db.select({ id: media.id }).from(media).where(eq(media.file, file));
    if (owners.length > 0) return;
    // Renditions are named after the original.
    for await (const { key } of storage.list(file.replace(/\.[a-z]+$/, ""))) await storage.delete(key);
  });
}
