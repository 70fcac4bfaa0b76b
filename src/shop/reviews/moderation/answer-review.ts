import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../../refusal.ts";
import { announceReviews, type ChangedReview } from "../announce-reviews.ts";
import { settlePicturesLater } from "../review-pictures.ts";

/**
 * Publishes the shop's answer to a review, question or reply, which is approved with it.
 * @returns its id. @throws Refusal review_unknown
 */
export async function answerReview(
  db: Database,
  id: number,
  { author, text }: { author: string; text: string },
  now: Date,
): Promise<number> {
  return inTransaction(db, async (db) => {
    const { rows: published } = await db.execute<{ rating: number | null }>(
      sql`update reviews set status = 'approved' where id = ${id} and status <> 'approved' returning rating`,
    );
    const { rows } = await db.execute<Omit<ChangedReview, "rating"> & { id: number }>(sql`
      with answered as (select * from reviews where id = ${id}),
      written as (
        insert into reviews (product_id, article_id, parent_id, thread_id, kind, author_name, body, is_staff, mails, created_at)
        select product_id, article_id, id, coalesce(thread_id, id), kind, ${author}, ${text}, true, 'waiting',
          ${now.toISOString()}::timestamptz from answered returning id)
      select w.id, a.product_id as "productId", a.article_id as "articleId" from written w, answered a`);
    const [row] = rows;
    if (!row) throw new Refusal("review_unknown", { id });
    await settlePicturesLater(db, [id]);
    // An answer has no rating; the review has one, which counts only now if it was not public.
    await announceReviews(db, [{ ...row, rating: published[0]?.rating ?? null }]);
    return row.id;
  });
}
