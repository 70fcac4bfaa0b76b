import { eq } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { media } from "#db/tables/settings-and-media.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../../refusal.ts";
import { pagesWith } from "../pictures/media.ts";
import { deleteUnownedLater } from "./media-files.ts";
import { checkArticle, type MediaChange } from "./media-texts.ts";

/** Changes a picture's texts, and announces the pages that show it. @throws Refusal media_unknown, media_article_unknown */
export async function changeMedia(db: Database, id: number, change: MediaChange, now: Date): Promise<void> {
  await inTransaction(db, async (db) => {
    await checkArticle(db, change);
    const changed = await db
      .update(media)
      .set({ ...change, changedAt: now })
      .where(eq(media.id, id))
      .returning({ id: media.id });
    if (changed.length === 0) throw new Refusal("media_unknown");
    await announceChange(db, await pagesWith(db, id));
  });
}

/**
 * Deletes a picture, also where something shows it, and announces the pages that did. A job deletes its files.
 * @throws Refusal media_unknown
 */
export async function deleteMedia(db: Database, id: number): Promise<void> {
  await inTransaction(db, async (db) => {
    const tags = await pagesWith(db, id);
    const [gone] = await db.delete(media).where(eq(media.id, id)).returning({ file: media.file });
    if (!gone) throw new Refusal("media_unknown");
    await announceChange(db, tags);
    await deleteUnownedLater(db, gone.file);
  });
}
