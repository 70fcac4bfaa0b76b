import { and, asc, desc, eq, gte, lte, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { articles } from "#db/tables/content.ts";
import { cutIntoChunks, type SiteMapChunk } from "../../catalogue/site-map.ts";
import type { Article } from "../article.ts";
import { beginningWithoutExcerpt, summaryOf } from "../summary.ts";

export interface ArticleEntry {
  slug: string;
  publishedAt: Date;
  updatedAt: Date;
  /** File below the media folder; null without a picture. */
  picture: string | null;
}

/** A recent post, for news search. */
export interface NewsEntry {
  slug: string;
  title: string;
  publishedAt: Date;
}

const published = (type: Article["type"], now: Date) =>
  and(eq(articles.type, type), eq(articles.status, "publish"), lte(articles.publishedAt, now));

/** Lists posts or pages published at `now` in chunks of `size`, by id. */
export async function listArticleChunks(
  db: Database,
  type: Article["type"],
  now: Date,
  size: number,
): Promise<SiteMapChunk[]> {
  const rows = db.select({ id: articles.id, updatedAt: articles.updatedAt }).from(articles).where(published(type, now));
  return cutIntoChunks(db, rows.as("rows"), size);
}

/** Lists posts or pages published at `now` from an id on, by id. */
export async function listArticleEntries(
  db: Database,
  type: Article["type"],
  now: Date,
  firstId: number,
  limit: number,
): Promise<ArticleEntry[]> {
  return db
    .select({
      slug: articles.slug,
      publishedAt: articles.publishedAt,
      updatedAt: articles.updatedAt,
      picture: sql<string | null>`(select file from media m where m.id = articles.media_id)`,
    })
    .from(articles)
    .where(and(published(type, now), gte(articles.id, firstId)))
    .orderBy(asc(articles.id))
    .limit(limit);
}

/** Lists the posts published between `since` and `now`, newest first. */
export async function listNewsEntries(db: Database, since: Date, now: Date, limit: number): Promise<NewsEntry[]> {
  return db
    .select({ slug: articles.slug, title: articles.title, publishedAt: articles.publishedAt })
    .from(articles)
    .where(and(published("post", now), gte(articles.publishedAt, since)))
    .orderBy(desc(articles.publishedAt), desc(articles.id))
    .limit(limit);
}

/** Lists published pages with titles and summaries, oldest first. */
export async function listPageTitles(
  db: Database,
  now: Date,
  limit: number,
): Promise<{ slug: string; title: string; summary: string }[]> {
  const { slug, title, excerpt } = articles;
  const rows = await db
    .select({ slug, title, excerpt, beginning: beginningWithoutExcerpt(articles) })
    .from(articles)
    .where(published("page", now))
    .orderBy(asc(articles.id))
    .limit(limit);
  return rows.map((row) => ({ slug: row.slug, title: row.title, summary: summaryOf(row) }));
}
