import { and, desc, eq, gt, type SQL } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { articleRevisions, articles } from "#db/tables/content.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../../refusal.ts";
import type { ArticleStatus } from "../article.ts";
import { listArticleTags } from "../article-tags.ts";
import { indexArticles } from "../search/index-articles.ts";

/** An article or page as it is stored, whatever its status. */
export type StoredArticle = typeof articles.$inferSelect;

/** Names an article. */
type WhichArticle = { slug: string } | { id: number };

/** A version of an article before a change. */
export type Revision = typeof articleRevisions.$inferSelect;

export interface ArticleFilter {
  type?: StoredArticle["type"] | undefined;
  /** "scheduled": published in the future. */
  status?: ArticleStatus | "scheduled" | undefined;
  limit: number;
}

/** Lists articles and pages of any status, newest first. */
export async function listStoredArticles(
  db: Database,
  { type, status, limit }: ArticleFilter,
  now: Date,
): Promise<StoredArticle[]> {
  const hasStatus: SQL | undefined =
    status === "scheduled"
      ? and(eq(articles.status, "publish"), gt(articles.publishedAt, now))
      : status && eq(articles.status, status);
  return db
    .select()
    .from(articles)
    .where(and(type && eq(articles.type, type), hasStatus))
    .orderBy(desc(articles.publishedAt), desc(articles.id))
    .limit(limit);
}

/** @throws Refusal article_unknown */
export async function getStoredArticle(db: Database, slug: string): Promise<StoredArticle> {
  const [row] = await db.select().from(articles).where(eq(articles.slug, slug));
  if (!row) throw new Refusal("article_unknown", { slug });
  return row;
}

/** Lists the kept versions of an article, newest first. @throws Refusal article_unknown */
export async function listRevisions(db: Database, slug: string): Promise<Revision[]> {
  const { id } = await getStoredArticle(db, slug);
  return db
    .select()
    .from(articleRevisions)
    .where(eq(articleRevisions.articleId, id))
    .orderBy(desc(articleRevisions.id));
}

/** Sets an article's status and, if given, its date. @throws Refusal article_unknown */
export async function setArticleStatus(
  db: Database,
  slug: string,
  changes: { status: ArticleStatus; publishedAt?: Date },
  now: Date,
): Promise<StoredArticle> {
  return changeArticle(db, { slug }, async () => changes, now);
}

/**
 * Gives an article the texts of one of its revisions; those it has become a revision themselves.
 * @throws Refusal article_unknown, revision_unknown
 */
export async function restoreRevision(db: Database, slug: string, revision: number, now: Date): Promise<StoredArticle> {
  const textsOf = async (db: Database, { id }: StoredArticle) => {
    const isIt = and(eq(articleRevisions.id, revision), eq(articleRevisions.articleId, id));
    const [row] = await db.select().from(articleRevisions).where(isIt);
    if (!row) throw new Refusal("revision_unknown", { slug, revision });
    const { title, excerpt, body } = row;
    return { title, excerpt, body };
  };
  return changeArticle(db, { slug }, textsOf, now);
}

/** Deletes an article with its revisions and comments for good. @throws Refusal article_unknown */
export async function deleteArticle(db: Database, which: WhichArticle): Promise<void> {
  await inTransaction(db, async (db) => {
    const { id } = await lockArticle(db, which);
    const tags = await listArticleTags(db, [id]);
    await db.delete(articles).where(eq(articles.id, id));
    await announceChange(db, tags);
  });
}

/** Puts a new article into the search index and announces it. Call it in the transaction that adds it. */
export async function publishNew(db: Database, id: number): Promise<void> {
  await indexArticles(db, [id]);
  await announceChange(db, await listArticleTags(db, [id]));
}

/**
 * Changes an article and announces it. @param changesOf returns the new values; it may change topics
 * @throws Refusal article_unknown
 */
export async function changeArticle(
  db: Database,
  which: WhichArticle,
  changesOf: (db: Database, article: StoredArticle) => Promise<Partial<StoredArticle>>,
  now: Date,
): Promise<StoredArticle> {
  return inTransaction(db, async (db) => {
    const before = await lockArticle(db, which);
    const tags = await listArticleTags(db, [before.id]);
    const changes = await changesOf(db, before);
    const [after] = await db
      .update(articles)
      .set({ ...changes, updatedAt: now })
      .where(eq(articles.id, before.id))
      .returning();
    await indexArticles(db, [before.id]);
    await announceChange(db, [...new Set([...tags, ...(await listArticleTags(db, [before.id]))])]);
    return after ?? before;
  });
}

async function lockArticle(db: Database, which: WhichArticle): Promise<StoredArticle> {
  const isIt = "slug" in which ? eq(articles.slug, which.slug) : eq(articles.id, which.id);
  const [row] = await db.select().from(articles).where(isIt).for("update");
  if (!row) throw new Refusal("article_unknown", { ...which });
  return row;
}
