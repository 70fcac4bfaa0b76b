import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";
import type { Review, ReviewSummary } from "./review.ts";

const columns = {
  id: sql<number>`id`,
  parentId: sql<number | null>`parent_id`,
  authorName: sql<string>`author_name`,
  rating: sql<number | null>`rating`,
  body: sql<string>`body`,
  isVerified: sql<boolean>`is_verified`,
  createdAt: sql<string>`created_at`,
};

const totals = {
  counts: sql<ReviewSummary["distribution"]>`counts`,
  total: sql<number>`total`,
};

type ReviewRow = Omit<Review, "createdAt" | "replies"> & { parentId: number | null; createdAt: string };

/** The reviews on a page, with a summary of all reviews. */
export interface ProductReviews {
  reviews: Review[];
  /** The number of reviews on all pages, including those without a rating. */
  total: number;
  summary: ReviewSummary;
}

/**
 * Returns some of the approved reviews of a product, newest first, each with its replies in order, and the summary of
 * all.
 */
export async function getReviews(
  db: Database,
  productId: number,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<ProductReviews> {
  const query = prepared(db, "reviews_of_product", (db, name) =>
    db
      .select({ ...columns, ...totals })
      .from(
        sql`(with approved as (select * from reviews where product_id = ${sql.placeholder("productId")} and status = 'approved'),
            counts as (select array(select (select count(*)::int from approved a where a.rating = star)
              from generate_series(1, 5) star) as counts,
              (select count(*)::int from approved where parent_id is null) as total),
            shown as (select * from approved where parent_id is null order by created_at desc, id desc
              limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")})
          select a.*, c.counts, c.total from approved a cross join counts c
          where a.id in (select id from shown) or a.parent_id is not null) as review`,
      )
      .orderBy(sql`created_at`, sql`id`)
      .prepare(name),
  );
  const rows = await query.execute({ productId, limit, offset });
  return {
    reviews: thread(rows, null).reverse(),
    total: rows[0]?.total ?? 0,
    summary: summarise(rows[0]?.counts ?? [0, 0, 0, 0, 0]),
  };
}

function thread(rows: readonly ReviewRow[], parentId: number | null): Review[] {
  return rows
    .filter((row) => row.parentId === parentId)
    .map(({ id, authorName, rating, body, isVerified, createdAt }) => ({
      id,
      authorName,
      rating,
      body,
      isVerified,
      createdAt: new Date(createdAt),
      replies: thread(rows, id),
    }));
}

function summarise(distribution: ReviewSummary["distribution"]): ReviewSummary {
  const count = distribution.reduce((total, one) => total + one, 0);
  const stars = distribution.reduce((total, one, index) => total + one * (index + 1), 0);
  return { average: count === 0 ? 0 : Math.round((stars / count) * 100) / 100, count, distribution };
}
