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

/**
 * Publishes a review, question or reply, or takes it from the pages. Its replies come and go with it.
 * @throws Refusal review_unknown
 */
export async function setReviewStatus(db: Database, id: number, status: ReviewStatus): Promise<void> {
  await retryOnConflict(() =>
    inTransaction(db, async (db) => {
      const { rows } = await db.execute<ModeratedReview>(sql`
        update reviews r set status = ${status} from (select id, status from reviews where id = ${id} for update) before
        where r.id = before.id returning before.status, ${changed}`);
      const [row] = rows;
      if (!row) throw new Refusal("review_unknown", { id });
      await settlePicturesLater(db, [id]);
      if ((row.status === "approved") !== (status === "approved")) await announceReviews(db, [row]);
    }),
  );
}

/** Changes the text of a review, question or reply. @throws Refusal review_unknown */
export async function editReview(db: Database, id: number, text: string): Promise<void> {
  await inTransaction(db, async (db) => {
    const { rows } = await db.execute<ModeratedReview>(
      sql`update reviews r set body = ${text} where id = ${id} returning r.status, ${changed}`,
    );
    const [row] = rows;
    if (!row) throw new Refusal("review_unknown", { id });
    if (row.status === "approved") await announceReviews(db, [row]);
  });
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
