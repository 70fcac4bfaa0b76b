import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { Review, ReviewSummary } from "./review.ts";

interface ReviewRow extends Record<string, unknown> {
  id: number;
  parent_id: number | null;
  author_name: string;
  rating: number | null;
  body: string;
  is_verified: boolean;
  created_at: string;
  counts: [number, number, number, number, number];
}

/** The approved reviews of a product, newest first, each with its replies in order, and their summary. */
export async function getReviews(
  db: Database,
  productId: number,
  most: number,
): Promise<{ reviews: Review[]; summary: ReviewSummary }> {
  const { rows } = await db.execute<ReviewRow>(sql`
    with approved as (select * from reviews where product_id = ${productId} and status = 'approved'),
      counts as (select array(select (select count(*)::int from approved a where a.rating = star)
        from generate_series(1, 5) star) as counts),
      shown as (select * from approved where parent_id is null order by created_at desc, id desc limit ${most})
    select a.id, a.parent_id, a.author_name, a.rating, a.body, a.is_verified, a.created_at, c.counts
    from approved a cross join counts c
    where a.id in (select id from shown) or a.parent_id is not null
    order by a.created_at, a.id`);
  return { reviews: thread(rows, null).reverse(), summary: summarise(rows[0]?.counts ?? [0, 0, 0, 0, 0]) };
}

function thread(rows: readonly ReviewRow[], parentId: number | null): Review[] {
  return rows
    .filter((row) => row.parent_id === parentId)
    .map((row) => ({
      id: row.id,
      authorName: row.author_name,
      rating: row.rating,
      body: row.body,
      isVerified: row.is_verified,
      createdAt: new Date(row.created_at),
      replies: thread(rows, row.id),
    }));
}

function summarise(distribution: ReviewSummary["distribution"]): ReviewSummary {
  const count = distribution.reduce((total, one) => total + one, 0);
  const stars = distribution.reduce((total, one, index) => total + one * (index + 1), 0);
  return { average: count === 0 ? 0 : Math.round((stars / count) * 100) / 100, count, distribution };
}
