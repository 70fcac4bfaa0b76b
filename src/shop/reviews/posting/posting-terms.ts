import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";
import type { ReviewKind } from "../review.ts";
import { boughtOrder } from "./has-bought.ts";

/** What decides whether something can be posted, and whether it is shown at once. */
export interface PostingTerms {
  /** Null: there is no such page, or it is not public. */
  subject: PostingSubject | null;
  /** The approved one that is replied to; null: none, or there is no such one below this subject. */
  parent: { id: number; threadId: number; kind: ReviewKind; depth: number; replyCount: number } | null;
  /** Whether the same text was posted before. */
  isRepeated: boolean;
  /** Whether something by this author was approved before. */
  isKnown: boolean;
  /** Whether the author has bought the product, by account or email address. */
  hasBought: boolean;
  /** The same by account only, which nobody else can claim. */
  hasBoughtSignedIn: boolean;
}

export interface PostingSubject {
  kind: "product" | "article";
  id: number;
  slug: string;
  name: string;
  takesReviews: boolean;
}

/** A text's author and subject. */
export interface PostingRequest {
  subjectId: number;
  parentId: number | null;
  /** Null: a guest. */
  userId: number | null;
  author: string;
  /** In lower case. */
  email: string;
  /** See `fingerprintOf`. */
  fingerprint: Buffer;
  now: Date;
}

/** Reads all terms in one statement. */
export async function readPostingTerms(db: Database, request: PostingRequest): Promise<PostingTerms> {
  const { subjectId, parentId, userId, author, email, fingerprint, now } = request;
  const line = sql`select 1 from order_lines l where l.order_id = o.id and l.product_id = asked.id`;
  const statement = sql`
    with recursive asked as (select ${subjectId}::bigint as id, ${parentId}::bigint as parent_id, ${userId}::bigint as user_id,
        ${email}::text as email, ${author}::text as author),
      above as (
        select r.id, r.parent_id, r.thread_id, r.kind, 1 as depth from reviews r, asked
        where r.id = asked.parent_id and r.status = 'approved' and asked.id in (r.product_id, r.article_id)
        union all select p.id, p.parent_id, p.thread_id, p.kind, a.depth + 1 from above a join reviews p on p.id = a.parent_id)
    select coalesce(
        (select json_build_object('kind', 'product', 'id', p.id, 'slug', p.slug, 'name', p.name, 'takesReviews', p.reviews_allowed)
          from products p where p.id = asked.id and p.status = 'publish' and p.type <> 'variation'),
        (select json_build_object('kind', 'article', 'id', a.id, 'slug', a.slug, 'name', a.title, 'takesReviews', a.comments_open)
          from articles a where a.id = asked.id and a.status = 'publish'
            and a.published_at <= ${now.toISOString()}::timestamptz)) as subject,
      (select json_build_object('id', a.id, 'threadId', coalesce(a.thread_id, a.id), 'kind', a.kind,
          'depth', (select max(depth) from above),
          'replyCount', (select count(*) from reviews c where c.thread_id = coalesce(a.thread_id, a.id) and c.status = 'approved'))
        from above a where a.depth = 1) as parent,
      exists (select from reviews r where r.fingerprint = decode(${fingerprint.toString("hex")}, 'hex')) as "isRepeated",
      case when asked.user_id is not null
        then exists (select from reviews r where r.user_id = asked.user_id and r.status = 'approved')
        else asked.email <> '' and exists (select from reviews r where lower(r.author_email) = asked.email
          and r.author_email <> '' and r.author_name = asked.author and r.status = 'approved') end as "isKnown",
      asked.user_id is not null and exists (select from orders o where o.user_id = asked.user_id and ${boughtOrder}
        and exists (${line})) as "hasBoughtSignedIn",
      asked.email <> '' and exists (select from orders o where lower(o.billing ->> 'email') = asked.email and ${boughtOrder}
        and exists (${line})) as "hasBought"
    from asked`;
  const { rows } = await executeNamed<PostingTerms & Record<string, unknown>>(db, "posting_terms", statement);
  const [row] = rows;
  if (!row) throw new Error("The terms of a review have no row");
  return { ...row, hasBought: row.hasBought || row.hasBoughtSignedIn };
}
