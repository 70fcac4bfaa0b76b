import { and, asc, eq, gte, lte } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { articles } from "#db/tables/content.ts";
import { cutIntoChunks, type SiteMapChunk } from "../catalogue/site-map.ts";
import type { Article } from "./article.ts";

export interface ArticleEntry {
  slug: string;
  publishedAt: Date;
  updatedAt: Date;
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
    .select({ slug: articles.slug, publishedAt: articles.publishedAt, updatedAt: articles.updatedAt })
    .from(articles)
    .where(and(published(type, now), gte(articles.id, firstId)))
    .orderBy(asc(articles.id))
    .limit(limit);
}
