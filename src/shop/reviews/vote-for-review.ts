import { hash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { addressPrefix } from "#platform/network-address.ts";
import { consumeLimits } from "../rate-limits.ts";
import { Refusal } from "../refusal.ts";
import { announceReviews, type ChangedReview } from "./announce-reviews.ts";

/** Who votes: an account, or the session of a guest. */
export type Voter = { userId: number } | { sessionId: number };

export interface VoteResult {
  helpfulCount: number;
  /** Slug of the product. */
  slug: string;
}

/**
 * Counts that somebody found a review helpful, once per account or session.
 * @throws Refusal review_unknown, too_many_tries
 */
export async function voteForReview(
  db: Database,
  reviewId: number,
  voter: Voter,
  ip: string,
  now: Date,
): Promise<VoteResult> {
  await consumeLimits(db, [{ limit: "votesByAddress", address: addressPrefix(ip) }], now);
  return inTransaction(db, async (db) => {
    const { rows } = await db.execute<VoteResult & ChangedReview & { isNew: boolean } & Record<string, unknown>>(sql`
      with voted as (
        insert into review_votes (review_id, voter, created_at)
        select r.id, decode(${voterKey(voter)}, 'hex'), ${now.toISOString()}::timestamptz from reviews r
        where r.id = ${reviewId} and r.status = 'approved' and r.kind = 'review' and r.parent_id is null
        on conflict do nothing returning review_id),
      counted as (
        update reviews r set helpful_count = r.helpful_count + 1 from voted v where r.id = v.review_id
        returning r.id, r.helpful_count)
      select coalesce(c.helpful_count, r.helpful_count) as "helpfulCount", c.id is not null as "isNew", p.slug,
        r.product_id as "productId", r.article_id as "articleId", null::int as rating
      from reviews r join products p on p.id = r.product_id left join counted c on c.id = r.id
      where r.id = ${reviewId} and r.status = 'approved' and r.kind = 'review' and r.parent_id is null`);
    const [row] = rows;
    if (!row) throw new Refusal("review_unknown", { id: reviewId });
    if (row.isNew) await announceReviews(db, [row]);
    return { helpfulCount: row.helpfulCount, slug: row.slug };
  });
}

/** Returns a key of one length for accounts and sessions, which share the column. */
function voterKey(voter: Voter): string {
  return hash("sha256", JSON.stringify(voter), "hex");
}
