import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { isTakenValue, retryOnConflict } from "#db/retry-on-conflict.ts";
import { articles } from "#db/tables/content.ts";
import { inTransaction } from "#db/transaction.ts";
import { plainTextOf, sanitiseRichText } from "../../catalogue/sanitise.ts";
import { slugOf } from "../../catalogue/slug.ts";
import { Refusal } from "../../refusal.ts";
import { findFreeSlug } from "../addresses/free-slug.ts";
import { moveAddress } from "../addresses/moved-addresses.ts";
import type { ArticleStatus } from "../article.ts";
import { checkParts, setTopicIds } from "./article-parts.ts";
import { idOfPersonsAuthor } from "./author-of-person.ts";
import { changeArticle, publishNew, type StoredArticle } from "./change-article.ts";
import { lockPages } from "./parents.ts";

/** What is written of a post or page; what is missing stays as it is, or has its default. */
export interface ArticleChange {
  title?: string | undefined;
  excerpt?: string | undefined;
  /** HTML with blocks. */
  body?: string | undefined;
  /** Part of the address; "": from the title. It becomes another one if it is taken. */
  slug?: string | undefined;
  status?: ArticleStatus | undefined;
  /** Null: now. */
  publishedAt?: Date | null | undefined;
  /** The id of a person; 0 for none. */
  personId?: number | undefined;
  /** 0 for none. */
  mediaId?: number | undefined;
  commentsOpen?: boolean | undefined;
  isSticky?: boolean | undefined;
  /** Null: standard. */
  format?: string | null | undefined;
  /** Of a page; 0 for none. */
  parentId?: number | undefined;
  categories?: readonly number[] | undefined;
  tags?: readonly number[] | undefined;
}

interface Terms {
  /** The first segments of the shop's own addresses: no slug may be one of them. */
  reservedSlugs: ReadonlySet<string>;
  /** Returns the path of an article by its slug. */
  pathOf: (slug: string) => string;
  now: Date;
}

/** How often a slug is chosen again because another article has just got it. */
const maxTries = 5;

/**
 * Adds a post or page. @returns its id
 * @throws Refusal article_empty, article_author_unknown, article_media_unknown, article_parent_invalid, article_topic_unknown
 */
export async function createArticle(
  db: Database,
  type: StoredArticle["type"],
  change: ArticleChange,
  terms: Terms,
): Promise<number> {
  if (![change.title, change.body, change.excerpt].some((text) => text !== undefined && text.trim() !== ""))
    throw new Refusal("article_empty");
  return onceMoreIfTaken(() =>
    inTransaction(db, async (db) => {
      const { slug, ...columns } = await columnsOf(db, type, change, terms);
      const title = columns.title ?? "";
      const values = {
        type,
        status: "draft" as const,
        commentsOpen: type === "post",
        publishedAt: terms.now,
        ...columns,
        title,
        slug: slug ?? (await freeSlugFor(db, slugOf(title, type), terms)),
        updatedAt: terms.now,
      };
      const [added] = await db.insert(articles).values(values).returning({ id: articles.id });
      if (!added) throw new Error("An article came back without an id");
      await setTopicIds(db, added.id, change);
      await publishNew(db, added.id);
      return added.id;
    }),
  );
}

/** Changes a post or page. A new slug leaves a redirect if the article was published. @throws Refusal article_unknown, and as `createArticle` */
export async function saveArticle(
  db: Database,
  { id, type }: Pick<StoredArticle, "id" | "type">,
  change: ArticleChange,
  terms: Terms,
): Promise<void> {
  const changesOf = async (db: Database, before: StoredArticle) => {
    if (before.type !== type) throw new Refusal("article_unknown");
    const columns = await columnsOf(db, type, change, { ...terms, before });
    await setTopicIds(db, id, change);
    const wasPublished = before.status === "publish" && before.publishedAt <= terms.now;
    if (columns.slug !== undefined && wasPublished)
      await moveAddress(db, terms.pathOf(before.slug), terms.pathOf(columns.slug));
    return columns;
  };
  await onceMoreIfTaken(() =>
    inTransaction(db, async (db) => {
      if (change.parentId) await lockPages(db);
      await changeArticle(db, { id }, changesOf, terms.now);
    }),
  );
}

async function onceMoreIfTaken<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await retryOnConflict(work);
    } catch (error) {
      if (tries >= maxTries || !isTakenValue(error)) throw error;
    }
  }
}

/** Returns the columns that a change sets. */
async function columnsOf(
  db: Database,
  type: StoredArticle["type"],
  change: ArticleChange,
  terms: Terms & { before?: StoredArticle },
): Promise<Partial<StoredArticle>> {
  const { before, now } = terms;
  const { title, excerpt, body, status, slug, personId, mediaId, parentId, commentsOpen, isSticky, format } = change;
  await checkParts(db, change, before?.id ?? null);
  const titleText = title === undefined ? undefined : plainTextOf(title);
  const wanted = slug === undefined ? undefined : slugOf(slug || titleText || before?.title || "", type);
  const isKept = wanted === undefined || wanted === before?.slug;
  const publishedAt = momentOf(change, before, now);
  return {
    ...(titleText !== undefined && { title: titleText }),
    ...(excerpt !== undefined && { excerpt: plainTextOf(excerpt) }),
    ...(body !== undefined && { body: sanitiseRichText(body) }),
    ...(status !== undefined && { status }),
    ...(!isKept && { slug: await freeSlugFor(db, wanted, terms) }),
    ...(publishedAt && { publishedAt }),
    ...(personId !== undefined && { authorId: personId === 0 ? null : await idOfPersonsAuthor(db, personId) }),
    ...(mediaId !== undefined && { mediaId: mediaId || null }),
    ...(parentId !== undefined && { parentId: parentId || null }),
    ...(commentsOpen !== undefined && { commentsOpen }),
    ...(isSticky !== undefined && { isSticky }),
    ...(format !== undefined && { format }),
  };
}

/** A draft that is published without a date is published now. */
function momentOf(
  { publishedAt, status }: ArticleChange,
  before: StoredArticle | undefined,
  now: Date,
): Date | undefined {
  if (publishedAt !== undefined) return publishedAt ?? now;
  const wasDraft = before?.status === "draft" || before?.status === "pending";
  return wasDraft && status === "publish" && before.publishedAt <= now ? now : undefined;
}

function freeSlugFor(db: Database, base: string, { reservedSlugs, before }: Terms & { before?: StoredArticle }) {
  return findFreeSlug(db, base, {
    table: sql`articles`,
    where: sql`id <> ${before?.id ?? 0}`,
    isReserved: (slug) => reservedSlugs.has(slug),
  });
}
