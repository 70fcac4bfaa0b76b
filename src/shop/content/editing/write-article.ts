import { and, eq, ne, or, sql } from "drizzle-orm";
import { announceChange, type Tag } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { articles } from "#db/tables/content.ts";
import { media } from "#db/tables/settings-and-media.ts";
import { inTransaction } from "#db/transaction.ts";
import { pagesWith, upsertMedia } from "../../catalogue/pictures/media.ts";
import type { StoredPicture } from "../../catalogue/pictures/picture-file.ts";
import type { ArticleStatus } from "../article.ts";
import { listArticleTags } from "../article-tags.ts";
import { idOfPage } from "../articles.ts";
import { idOfAuthor } from "../authors.ts";
import { indexArticles } from "../search/index-articles.ts";
import { setTopics, type WantedTopic } from "./set-topics.ts";

export interface ImportedArticle {
  type: "post" | "page";
  slug: string;
  title: string;
  excerpt: string;
  /** Sanitised HTML. */
  body: string;
  status: ArticleStatus;
  /** The author's name; "" for none. */
  author: string;
  /** undefined: now for a new article, unchanged for an existing one. */
  publishedAt: Date | undefined;
  now: Date;
  image: string;
  imageAlt: string;
  imageCaption?: string;
  topics: readonly WantedTopic[];
  /** As in WordPress ("video"); missing: standard. */
  format?: string | null;
  isSticky?: boolean;
  /** Missing: posts take comments and pages do not; unchanged for an existing article. */
  commentsOpen?: boolean | undefined;
  /** The slug of the page above this one; "" or missing for none. */
  parentSlug?: string;
}

/**
 * Writes an article with its topics in one transaction and announces it. @returns whether it was created, updated or
 * unchanged; what has its slug if that is of the other type, which stays as it is
 */
export async function writeArticle(
  db: Database,
  article: ImportedArticle,
  picture: StoredPicture | undefined,
): Promise<"created" | "updated" | "unchanged" | { takenBy: ImportedArticle["type"] }> {
  return inTransaction(db, async (db) => {
    const takenBy = await otherTypeAt(db, article);
    if (takenBy) return { takenBy };
    const mediaId = picture ? ((await upsertMedia(db, [picture])).get(article.image) ?? null) : null;
    const hasNewTexts = mediaId !== null && (await writeTexts(db, mediaId, article));
    const { type, slug, title, excerpt, body, status, publishedAt, now } = article;
    const authorId = await idOfAuthor(db, article.author);
    const { format = null, isSticky = false, parentSlug = "" } = article;
    const parentId = parentSlug === "" ? null : ((await idOfPage(db, parentSlug)) ?? null);
    const [before] = await db.select().from(articles).where(eq(articles.slug, slug)).for("update");
    const commentsOpen = article.commentsOpen ?? before?.commentsOpen ?? type === "post";
    const texts = { type, slug, title, excerpt, body, status };
    const values = { ...texts, authorId, mediaId, format, isSticky, commentsOpen, parentId };
    const oldTags = before ? await listArticleTags(db, [before.id]) : [];
    const at = publishedAt ?? before?.publishedAt ?? now;
    const isSame =
      before?.publishedAt.getTime() === at.getTime() &&
      Object.entries(values).every(([key, value]) => before[key as keyof typeof values] === value);
    if (isSame) {
      if (!(await setTopics(db, before.id, article.topics))) return hasNewTexts ? "updated" : "unchanged";
      await publishChange(db, before.id, oldTags);
      return "updated";
    }
    const row = { ...values, publishedAt: at, updatedAt: now };
    const [written] = await db
      .insert(articles)
      .values(row)
      .onConflictDoUpdate({ target: articles.slug, set: row, setWhere: eq(articles.type, type) })
      .returning({ id: articles.id });
    if (!written) throw new Error(`Something else has just got the slug ${slug}`);
    await setTopics(db, written.id, article.topics);
    await publishChange(db, written.id, oldTags);
    return before ? "updated" : "created";
  });
}

async function otherTypeAt(
  db: Database,
  { slug, type }: ImportedArticle,
): Promise<ImportedArticle["type"] | undefined> {
  const isOther = and(eq(articles.slug, slug), ne(articles.type, type));
  const [other] = await db.select({ type: articles.type }).from(articles).where(isOther);
  return other?.type;
}

/** Updates the search index and announces the article. @param oldTags its tags before the change */
async function publishChange(db: Database, id: number, oldTags: readonly Tag[]): Promise<void> {
  await indexArticles(db, [id]);
  await announceChange(db, [...new Set([...oldTags, ...(await listArticleTags(db, [id]))])]);
}

/** Sets a picture's alt text and caption if they are given, and announces all pages that show it. @returns whether one changed */
async function writeTexts(
  db: Database,
  mediaId: number,
  { imageAlt, imageCaption = "" }: Pick<ImportedArticle, "imageAlt" | "imageCaption">,
): Promise<boolean> {
  const texts = { ...(imageAlt !== "" && { alt: imageAlt }), ...(imageCaption !== "" && { caption: imageCaption }) };
  if (Object.keys(texts).length === 0) return false;
  const isOther = or(
    imageAlt === "" ? undefined : ne(media.alt, imageAlt),
    imageCaption === "" ? undefined : ne(media.caption, imageCaption),
  );
  const changed = await db
    .update(media)
    .set({ ...texts, changedAt: sql`now()` })
    .where(and(eq(media.id, mediaId), isOther))
    .returning({ id: media.id });
  if (changed.length === 0) return false;
  await announceChange(db, await pagesWith(db, mediaId));
  return true;
}
