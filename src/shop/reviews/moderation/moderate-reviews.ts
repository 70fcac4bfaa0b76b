import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { retryOnConflict } from "#db/retry-on-conflict.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../../refusal.ts";
import { announceReviews, type ChangedReview } from "../announce-reviews.ts";
import type { ReviewStatus } from "../review.ts";
import { deletePicturesLater, settlePicturesLater } from "../review-pictures.ts";

interface ModeratedReview extends ChangedReview, Record<string, unknown> {
  status: ReviewStatus;
}

const changed = sql`r.product_id as "productId", r.article_id as "articleId", r.rating`;

/** What a moderator changes; what is missing stays. */
export interface Moderation {
  /** Its replies come and go with it. */
  status?: ReviewStatus | undefined;
  text?: string | undefined;
}

/**
 * Changes a review, question or reply: publishes it, takes it from the pages, edits its text.
 * @throws Refusal review_unknown
 */
export async function moderateReview(db: Database, id: number, { status, text }: Moderation): Promise<void> {
  await retryOnConflict(() =>
    inTransaction(db, async (db) => {
      const { rows } = await db.execute<ModeratedReview & { wasShown: boolean }>(sql`
        update reviews r set status = coalesce(${status ?? null}, r.status), body = coalesce(${text ?? null}, r.body)
        from (select id, status from reviews where id = ${id} for update) before
        where r.id = before.id returning r.status, before.status = 'approved' as "wasShown", ${changed}`);
      const [row] = rows;
      if (!row) throw new Refusal("review_unknown", { id });
      if (status !== undefined) await settlePicturesLater(db, [id]);
      const isShown = row.status === "approved";
      if (isShown !== row.wasShown || (isShown && text !== undefined)) await announceReviews(db, [row]);
    }),
  );
}

/** As `moderateReview`. */
export async function setReviewStatus(db: Database, id: number, status: ReviewStatus): Promise<void> {
  await moderateReview(db, id, { status });
}

/** Deletes one with its replies and votes; a job deletes the pictures. @throws Refusal review_unknown */
export async function eraseReview(db: Database, id: number): Promise<void> {
  if ((await eraseReviewsWhere(db, sql`r.id = ${id}`)) === 0) throw new Refusal("review_unknown", { id });
}

/** Deletes everything that was posted with an email address, with the replies to it. @returns the number without those */
export async function eraseReviewsOf(db: Database, email: string): Promise<number> {
  return eraseReviewsWhere(db, sql`lower(r.author_email) = lower(${email}) and r.author_email <> ''`);
}

/** Deletes those that a condition on `r` selects, with the replies to them. @returns the number without those */
export async function eraseReviewsWhere(db: Database, condition: SQL): Promise<number> {
  return retryOnConflict(() =>
    inTransaction(db, async (db) => {
      const { rows } = await db.execute<ModeratedReview>(
        sql`delete from reviews r where ${condition} returning r.status, ${changed}`,
      );
      await announceReviews(
        db,
        rows.filter(({ status }) => status === "approved"),
      );
      await deletePicturesLater(db);
      return rows.length;
    }),
  );
}

/** Deletes at most `limit` that were kept as spam long enough. @returns the number deleted */
export async function deleteOldSpam(
  db: Database,
  { spam_days: days }: { spam_days: number },
  now: Date,
  limit: number,
): Promise<number> {
  const before = new Date(now.getTime() - days * 86_400_000).toISOString();
  const { rowCount } = await db.execute(sql`delete from reviews where id in (select id from reviews
    where status = 'spam' and created_at < ${before}::timestamptz order by created_at limit ${limit})`);
  return rowCount ?? 0;
}
