import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";
import { pictureJson } from "../catalogue/product-record.ts";
import type { Review, ReviewKind, ReviewSummary } from "./review.ts";
import {
  commentsPerPage,
  questionsPerPage,
  type ReviewOrder,
  type ReviewSelection,
  reviewsPerPage,
} from "./review-order.rules.ts";

type ReviewRow = Omit<Review, "createdAt" | "replies"> & { parentId: number | null; createdAt: string };

/** The reviews on a page, with a summary of all reviews. */
export interface ProductReviews {
  reviews: Review[];
  /** The number of selected reviews on all pages, including those without a rating. */
  total: number;
  summary: ReviewSummary;
}

export interface ProductQuestions {
  questions: Review[];
  /** On all pages. */
  total: number;
}

interface Part {
  limit: number;
  offset?: number;
}

/** The approved threads to read: those that meet a condition, in an order. */
interface ThreadList extends Part {
  condition: SQL;
  order: ReviewOrder;
}

const columns = sql`r.id, r.parent_id as "parentId", r.kind, r.author_name as "authorName", r.rating, r.body,
  r.is_verified as "isVerified", r.is_staff as "isStaff", r.helpful_count as "helpfulCount", r.created_at as "createdAt",
  coalesce((select json_agg(${pictureJson("m")} order by p.position) from review_pictures p join media m on m.id = p.media_id
    where p.review_id = r.id), '[]'::json) as pictures`;

/** Each has an index. */
const orders: Readonly<Record<ReviewOrder, SQL>> = {
  newest: sql`created_at desc, id desc`,
  highest: sql`rating desc nulls last, created_at desc, id desc`,
  lowest: sql`rating, created_at desc, id desc`,
  helpful: sql`helpful_count desc, created_at desc, id desc`,
};

interface TotalsRow extends Record<string, unknown> {
  stars: ReviewSummary["distribution"];
  unrated: number;
  questions: number;
  rows: ReviewRow[];
}

/** Returns the newest reviews of a product and the newest questions about it, as `getReviews` and `getQuestions` do. */
export async function getReviewsAndQuestions(
  db: Database,
  productId: number,
  limits: { reviews: number; questions: number },
): Promise<{ reviews: ProductReviews; questions: ProductQuestions }> {
  const { rows, ...totals } = await readThreads(
    db,
    productId,
    "reviews_and_questions",
    { condition: sql`kind = 'review'`, order: "newest", limit: limits.reviews },
    { condition: sql`kind = 'question'`, order: "newest", limit: limits.questions },
  );
  const threads = threadsOf(rows);
  const summary = summarise(totals.stars);
  return {
    reviews: {
      reviews: threads.filter(({ kind }) => kind === "review"),
      total: summary.count + totals.unrated,
      summary,
    },
    questions: { questions: threads.filter(({ kind }) => kind === "question"), total: totals.questions },
  };
}

/** Returns some of the approved reviews of a product, each with its replies in order, and the summary of all. */
export async function getReviews(
  db: Database,
  productId: number,
  { order = "newest", stars = null, ...part }: Partial<ReviewSelection> & Part,
): Promise<ProductReviews> {
  const condition = stars === null ? sql`` : sql`and rating = ${stars}`;
  const name = `reviews_${order}${stars === null ? "" : "_rated"}`;
  const list = { ...part, condition: sql`kind = 'review' ${condition}`, order };
  const { rows, ...totals } = await readThreads(db, productId, name, list);
  const summary = summarise(totals.stars);
  const total = stars === null ? summary.count + totals.unrated : (summary.distribution[stars - 1] ?? 0);
  return { reviews: threadsOf(rows), total, summary };
}

/** Returns some of the approved questions about a product, newest first, with their answers in order. */
export async function getQuestions(db: Database, productId: number, part: Part): Promise<ProductQuestions> {
  const list = { ...part, condition: sql`kind = 'question'`, order: "newest" as const };
  const { rows, questions: total } = await readThreads(db, productId, "questions_newest", list);
  return { questions: threadsOf(rows), total };
}

/** The threads on a page of an article's comments. */
export interface ArticleComments {
  comments: Review[];
  /** Threads on all pages. */
  total: number;
  /** Comments and replies in all of them. */
  count: number;
}

/** Returns some of the approved comments on an article, newest first, each with its replies in order. */
export async function getComments(
  db: Database,
  articleId: number,
  { limit, offset = 0 }: Part,
): Promise<ArticleComments> {
  const isOfArticle = sql`article_id = ${articleId} and status = 'approved'`;
  const { rows } = await executeNamed<{ rows: ReviewRow[]; total: number; count: number }>(
    db,
    "comments_newest",
    sql`with ${listedThreads({ condition: sql`${isOfArticle} and parent_id is null`, order: "newest", limit, offset })}
      select (select count(*)::int from reviews where ${isOfArticle} and parent_id is null) as total,
        (select count(*)::int from reviews where ${isOfArticle}) as count, ${listedRows} as rows`,
  );
  const [row] = rows;
  if (!row) throw new Error("The comments have no row");
  return { comments: threadsOf(row.rows), total: row.total, count: row.count };
}

/** SQL of the common table expressions that select threads with their replies. */
function listedThreads(...lists: readonly ThreadList[]): SQL {
  const pages = lists.map(
    ({ condition, order, limit, offset = 0 }) => sql`(
      select id, row_number() over (order by ${orders[order]}) as place from (
        select * from reviews where ${condition} order by ${orders[order]} limit ${limit} offset ${offset}) page)`,
  );
  return sql`shown as materialized (${sql.join(pages, sql` union all `)}),
    listed as (
      select id, place, 0 as depth from shown
      union all select r.id, s.place, 1 from shown s join reviews r on r.thread_id = s.id where r.status = 'approved')`;
}

/** SQL of the rows that `listedThreads` selects, as JSON in their order. */
const listedRows = sql`coalesce((select json_agg(row_to_json(one) order by one.place, one.depth, one."createdAt", one.id) from (
  select ${columns}, l.place, l.depth from listed l join reviews r on r.id = l.id) one), '[]'::json)`;

/** Counts come from review_totals and reviews by index, so that the time does not grow with their number. */
async function readThreads(
  db: Database,
  productId: number,
  name: string,
  ...lists: readonly ThreadList[]
): Promise<TotalsRow> {
  const ofProduct = lists.map(({ condition, ...list }) => ({
    ...list,
    condition: sql`product_id = ${productId} and status = 'approved' and parent_id is null and ${condition}`,
  }));
  const statement = sql`
    with ${listedThreads(...ofProduct)}
    select coalesce(t.stars, '{0,0,0,0,0}') as stars, coalesce(t.unrated, 0) as unrated,
      coalesce(t.questions, 0) as questions,
      ${listedRows} as rows
    from (select ${productId}::bigint as id) asked left join review_totals t on t.product_id = asked.id`;
  const { rows } = await executeNamed<TotalsRow>(db, name, statement);
  const [row] = rows;
  if (!row) throw new Error("The totals of reviews have no row");
  return row;
}

/** A page of a product's reviews or questions, or of an article's comments, newest first. */
export interface ListPage {
  /** From 1. */
  page: number;
  isQuestion: boolean;
}

const threadsPerPage: Readonly<Record<ReviewKind, number>> = {
  review: reviewsPerPage,
  question: questionsPerPage,
  comment: commentsPerPage,
};

const isBefore = sql`o.status = 'approved' and o.parent_id is null and (o.created_at, o.id) > (r.created_at, r.id)`;

/** Returns the page that lists a review, question or comment with its replies; the first page if none does. */
export async function findListPage(db: Database, threadId: number): Promise<ListPage> {
  const { rows } = await db.execute<{ before: number; kind: ReviewKind }>(sql`
    select r.kind,
      case when r.article_id is null
        then (select count(*) from reviews o where o.product_id = r.product_id and o.kind = r.kind and ${isBefore})
        else (select count(*) from reviews o where o.article_id = r.article_id and ${isBefore}) end::int as before
    from reviews r where r.id = ${threadId} and r.status = 'approved' and r.parent_id is null`);
  const { before, kind } = rows[0] ?? { before: 0, kind: "review" };
  const isQuestion = kind === "question";
  return { page: 1 + Math.floor(before / threadsPerPage[kind]), isQuestion };
}

/** A review that its author sees before it is approved. */
export interface OwnReview {
  review: Review;
  /** The product or article. */
  subjectId: number;
  parentId: number | null;
}

/** Finds a review that waits for approval, or was taken for spam, which its author is not told. */
export async function findUnapproved(db: Database, id: number): Promise<OwnReview | undefined> {
  const { rows } = await db.execute<ReviewRow & { subjectId: number } & Record<string, unknown>>(
    sql`select ${columns}, coalesce(r.product_id, r.article_id)::float8 as "subjectId" from reviews r where r.id = ${id} and r.status in ('held', 'spam')`,
  );
  return rows.map(({ subjectId, ...row }) => ({ review: toReview(row, []), subjectId, parentId: row.parentId }))[0];
}

/** Finds what a reply is to: an approved text about a product or article. */
export async function findRepliedTo(
  db: Database,
  subjectId: number,
  id: number,
): Promise<{ id: number; authorName: string; kind: Review["kind"] } | undefined> {
  const { rows } = await db.execute<{ id: number; authorName: string; kind: Review["kind"] }>(
    sql`select id, author_name as "authorName", kind from reviews
      where id = ${id} and ${subjectId} in (product_id, article_id) and status = 'approved'`,
  );
  return rows[0];
}

/** Builds threads from rows in their order. A reply whose parent is not approved is left out with it. */
function threadsOf(rows: readonly ReviewRow[]): Review[] {
  const byParent = new Map<number | null, ReviewRow[]>();
  for (const row of rows) byParent.set(row.parentId, [...(byParent.get(row.parentId) ?? []), row]);
  const build = (parentId: number | null): Review[] =>
    (byParent.get(parentId) ?? []).map((row) => toReview(row, build(row.id)));
  return build(null);
}

function toReview({ id, kind, authorName, rating, body, pictures, ...row }: ReviewRow, replies: Review[]): Review {
  const { isVerified, isStaff, helpfulCount, createdAt } = row;
  const own = { id, kind, authorName, rating, body, isVerified, isStaff, helpfulCount, pictures };
  return { ...own, createdAt: new Date(createdAt), replies };
}

function summarise(distribution: ReviewSummary["distribution"]): ReviewSummary {
  const count = distribution.reduce((total, one) => total + one, 0);
  const stars = distribution.reduce((total, one, index) => total + one * (index + 1), 0);
  return { average: count === 0 ? 0 : Math.round((stars / count) * 100) / 100, count, distribution };
}
