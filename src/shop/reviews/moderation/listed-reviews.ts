import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { Refusal } from "../../refusal.ts";
import type { ReviewKind, ReviewStatus } from "../review.ts";

/** A review, question or reply as the shopkeeper sees it. */
export interface ListedReview {
  id: number;
  kind: ReviewKind;
  status: ReviewStatus;
  productId: number | null;
  articleId: number | null;
  parentId: number | null;
  /** Name of the product or article. */
  subject: string;
  slug: string;
  authorName: string;
  authorEmail: string;
  rating: number | null;
  body: string;
  isVerified: boolean;
  isStaff: boolean;
  pictureCount: number;
  spamScore: number;
  spamReasons: string[];
  createdAt: Date;
}

export interface ReviewFilter {
  status?: ReviewStatus | undefined;
  kind?: ReviewKind | undefined;
  productId?: number | undefined;
  limit: number;
}

type Row = Omit<ListedReview, "createdAt"> & { createdAt: string } & Record<string, unknown>;

const selected = sql`select r.id, r.kind, r.status, r.product_id as "productId", r.article_id as "articleId",
    r.parent_id as "parentId", coalesce(p.name, a.title) as subject, coalesce(p.slug, a.slug) as slug,
    r.author_name as "authorName", r.author_email as "authorEmail", r.rating, r.body, r.is_verified as "isVerified",
    r.is_staff as "isStaff", (select count(*)::int from review_pictures rp where rp.review_id = r.id) as "pictureCount",
    r.spam_score as "spamScore", r.spam_reasons as "spamReasons", r.created_at as "createdAt"
  from reviews r left join products p on p.id = r.product_id left join articles a on a.id = r.article_id`;

const toListed = ({ createdAt, ...row }: Row): ListedReview => ({ ...row, createdAt: new Date(createdAt) });

/** Lists reviews, questions and replies, newest first. */
export async function listReviews(
  db: Database,
  { status, kind, productId, limit }: ReviewFilter,
): Promise<ListedReview[]> {
  const { rows } = await db.execute<Row>(sql`${selected}
    where (${status ?? null}::text is null or r.status = ${status ?? null})
      and (${kind ?? null}::text is null or r.kind = ${kind ?? null})
      and (${productId ?? null}::bigint is null or r.product_id = ${productId ?? null})
    order by r.id desc limit ${limit}`);
  return rows.map(toListed);
}

/** @throws Refusal review_unknown */
export async function getReview(db: Database, id: number): Promise<ListedReview> {
  const { rows } = await db.execute<Row>(sql`${selected} where r.id = ${id}`);
  const [row] = rows;
  if (!row) throw new Refusal("review_unknown", { id });
  return toListed(row);
}
