import { and, desc, eq, or, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { executeNamed, isOneOf, prepared } from "#db/prepared.ts";
import { articles } from "#db/tables/content.ts";
import type { ArticleCard } from "../article.ts";
import { cardColumns, isPublished, linksOf, toCard } from "../articles.ts";

/** A post that may be shown as related. */
export interface RelatedPost extends ArticleCard {
  /** The first of its tags; null: none. */
  tag: { name: string; slug: string } | null;
  /** As in WordPress ("video"); null: standard. */
  format: string | null;
}

/** What a page's related posts are chosen from. */
export interface RelatedCandidates {
  /** Best first; of a product, those that name it come first. */
  posts: RelatedPost[];
  /** The newest other posts, for a shop in which few are related; empty for products. */
  newest: RelatedPost[];
  /** An article's related products (ids), best first; empty for products. */
  productIds: number[];
  /** An article's products (ids): those that its text names. */
  namedIds: number[];
  /** A product's articles: those that name it, newest first. */
  naming: RelatedPost[];
  /** A product's products in the catalogue that were bought together with it (ids), most often first. */
  togetherIds: number[];
}

/** How many of the newest posts are candidates. */
const newest = 7;

/** The most articles that a product is said to be named by. */
const mostNaming = 9;

interface RelatedIds extends Record<string, unknown> {
  isArticle: boolean;
  postIds: number[];
  productIds: number[];
  namedIds: number[];
  namingIds: number[];
  togetherIds: number[];
}

/** Reads the candidates of a post, page or product. Two statements; one for a product without articles. */
export async function readRelated(db: Database, id: number, now: Date): Promise<RelatedCandidates> {
  const ids = await readIds(db, id, now);
  const wanted = [...ids.postIds, ...ids.namingIds];
  const found = new Map<number, RelatedPost>();
  if (ids.isArticle || wanted.length > 0)
    for (const post of await listPosts(db, wanted, ids.isArticle ? newest : 0, now)) found.set(post.id, post);
  const postsOf = (ids: readonly number[]) => ids.flatMap((one) => found.get(one) ?? []);
  const posts = postsOf(ids.postIds);
  return {
    posts,
    newest: [...found.values()].filter((post) => post.id !== id && !posts.includes(post)),
    productIds: ids.productIds,
    namedIds: ids.namedIds,
    naming: postsOf(ids.namingIds),
    togetherIds: ids.togetherIds,
  };
}

async function readIds(db: Database, id: number, now: Date): Promise<RelatedIds> {
  const isShown = sql`p.status = 'publish' and p.visibility <> 'hidden'`;
  const { rows } = await executeNamed<RelatedIds>(
    db,
    "related_ids",
    sql`with naming as materialized (
        select a.id, a.published_at from article_products l join articles a on a.id = l.article_id
        where l.product_id = ${id} and a.type = 'post' and a.status = 'publish'
          and a.published_at <= ${now.toISOString()}::timestamptz
        order by a.published_at desc, a.id desc limit ${mostNaming}),
      posts as (
        select related_article_id as id, 0 as rank, position, null::timestamptz as published_at from related_content
          where article_id = ${id} and related_article_id is not null
        union all select id, 1, 0, published_at from naming
        union all (select a.id, 2, r.position, a.published_at from related_content r join articles a on a.id = r.article_id
          where r.related_product_id = ${id} order by r.position, a.published_at desc limit ${mostNaming}))
    select exists (select from articles where id = ${id}) as "isArticle",
      array(select id::float8 from (
        select distinct on (id) * from posts order by id, rank) post order by rank, position, published_at desc, id) as "postIds",
      array(select r.related_product_id::float8 from related_content r join products p on p.id = r.related_product_id
        where r.article_id = ${id} and ${isShown} order by r.position) as "productIds",
      array(select l.product_id::float8 from article_products l join products p on p.id = l.product_id
        where l.article_id = ${id} and ${isShown} order by l.position) as "namedIds",
      array(select id::float8 from naming order by published_at desc, id desc) as "namingIds",
      array(select t.other_id::float8 from bought_together t join products p on p.id = t.other_id
        where t.product_id = ${id} and p.status = 'publish' and p.visibility in ('visible', 'catalog')
        order by t.order_count desc, t.other_id) as "togetherIds"`,
  );
  const [row] = rows;
  if (!row) throw new Error("The related posts have no row");
  return row;
}

/** Lists published posts: these, and some of the newest. Newest first. */
async function listPosts(db: Database, ids: readonly number[], recentCount: number, now: Date): Promise<RelatedPost[]> {
  const query = prepared(db, "related_posts", (db, name) => {
    const isPost = and(eq(articles.type, "post"), isPublished);
    const recent = db
      .select({ id: articles.id })
      .from(articles)
      .where(isPost)
      .orderBy(desc(articles.publishedAt), desc(articles.id))
      .limit(sql.placeholder("recentCount"));
    return db
      .select({ ...cardColumns, format: articles.format })
      .from(articles)
      .where(and(isPost, or(isOneOf(articles.id, "ids"), sql`${articles.id} in ${recent}`)))
      .orderBy(desc(articles.publishedAt), desc(articles.id))
      .prepare(name);
  });
  const rows = await query.execute({ ids, recentCount, now });
  return rows.map((row) => ({
    ...toCard(row),
    tag: linksOf(row.topics, "tag")[0] ?? null,
    format: row.format,
  }));
}
