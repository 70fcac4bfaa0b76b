import { eq, sql } from "drizzle-orm";
import { announceChange, type Tag } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { articles } from "#db/tables/content.ts";
import { wordpressItems } from "#db/tables/imports.ts";
import { inTransaction } from "#db/transaction.ts";
import { movedTags } from "../../addresses/moved-addresses.ts";
import { listArticleTags } from "../../article-tags.ts";
import { lockPages } from "../../editing/parents.ts";
import { setTopics } from "../../editing/set-topics.ts";
import { indexArticles } from "../../search/index-articles.ts";
import type { ReadComment } from "../read/read-comments.ts";
import type { ReadPost } from "../read/read-post.ts";
import { writeComments } from "./write-comments.ts";
import { type Redirects, writeRedirects } from "./write-moved-address.ts";

/** A post or page, ready to be written. */
export interface WrittenPost extends Omit<ReadPost, "notes"> {
  sourceId: string;
  slug: string;
  /** Its path in this shop. */
  address: string;
  /** Sanitised HTML. */
  body: string;
  authorId: number | null;
  mediaId: number | null;
  /** Of a page's parent; null for none. */
  parentSourceId: string | null;
  comments: readonly ReadComment[];
  contentHash: Buffer;
  /** Whether all its pictures are available. */
  isComplete: boolean;
  /** Its path on the old site, see `moved_addresses`; undefined if it had none. */
  oldPath: string | undefined;
  /** Its address by id there, see `movedIdKey`. */
  oldIdPath: string;
  /** `sourceId` of a comment by its id. */
  commentSource: (id: string) => string;
  /** The site, as the source of its redirects. */
  site: string;
}

/** "changed here" and "removed here": by the shopkeeper, since it was imported; it stays as it is. */
export type PostOutcome = "created" | "updated" | "unchanged" | "changed here" | "removed here";

interface WriteOptions {
  /** Whether it was imported before. */
  isKnown: boolean;
  /** Whether to write also what was changed or removed here. */
  overwrites: boolean;
  /** The shop's. */
  timeZone: string;
}

/**
 * Writes a post or page with its topics, comments and redirect in one transaction, and announces it. Its commit does not wait
 * for the disk: a crash of the database takes the last items whole, and the next import writes them. The import's end waits.
 */
export async function writePost(
  db: Database,
  post: WrittenPost,
  { isKnown, overwrites, timeZone }: WriteOptions,
): Promise<PostOutcome> {
  return inTransaction(db, async (db) => {
    await db.execute(sql`select set_config('synchronous_commit', 'off', true)`);
    if (post.type === "page") await lockPages(db);
    const [imported] = isKnown
      ? await db.select().from(wordpressItems).where(eq(wordpressItems.sourceId, post.sourceId)).for("update")
      : [];
    const [before] = await db.select().from(articles).where(eq(articles.sourceId, post.sourceId)).for("update");
    if (imported && !overwrites) {
      if (!before) return "removed here";
      if (before.updatedAt.getTime() !== imported.articleUpdatedAt.getTime()) return "changed here";
    }
    const oldTags = before ? await listArticleTags(db, [before.id], timeZone) : [];
    const { id, isChanged } = await writeRow(db, post, before);
    const hasNewTopics = await setTopics(db, id, post.topics);
    const addedComments = await writeComments(db, id, post.comments, post.commentSource);
    const hasMoved = await writeRedirects(db, oldAddresses(post), post.site);
    await rememberItem(db, post, id);
    if (post.type === "page") await joinFamily(db, post, id);
    if (isChanged || hasNewTopics) await indexArticles(db, [id]);
    const isSame = before && !isChanged && !hasNewTopics && addedComments === 0 && !hasMoved;
    if (isSame) return "unchanged";
    const tags = await listArticleTags(db, [id], timeZone);
    await announceChange(db, [...new Set<Tag>([...oldTags, ...tags, ...(hasMoved ? movedTags : [])])]);
    return before ? "updated" : "created";
  });
}

async function writeRow(
  db: Database,
  post: WrittenPost,
  before: typeof articles.$inferSelect | undefined,
): Promise<{ id: number; isChanged: boolean }> {
  const { type, slug, title, excerpt, body, status, authorId, mediaId, publishedAt, updatedAt } = post;
  const { format, isSticky, commentsOpen, sourceId } = post;
  const values = { type, title, excerpt, body, status, authorId, mediaId, format, isSticky, commentsOpen };
  const row = { ...values, publishedAt, updatedAt, sourceId };
  if (!before) {
    const [added] = await db
      .insert(articles)
      .values({ ...row, slug })
      .returning({ id: articles.id });
    if (!added) throw new Error(`The article ${slug} came back without an id`);
    return { id: added.id, isChanged: true };
  }
  const isSame =
    before.publishedAt.getTime() === publishedAt.getTime() &&
    before.updatedAt.getTime() === updatedAt.getTime() &&
    Object.entries(values).every(([key, value]) => before[key as keyof typeof values] === value);
  if (!isSame) await db.update(articles).set(row).where(eq(articles.id, before.id));
  return { id: before.id, isChanged: !isSame };
}

/** Returns the addresses of the old site that lead to a post or page, without one that is the same here. */
function oldAddresses({ slug, address, oldPath, oldIdPath }: WrittenPost): Redirects {
  if (oldPath === undefined) return [];
  const paths = oldPath === `/${slug}/` ? [oldIdPath] : [oldIdPath, oldPath];
  return paths.map((path) => ({ path, target: address }));
}

async function rememberItem(db: Database, post: WrittenPost, articleId: number): Promise<void> {
  const { sourceId, contentHash, updatedAt, isComplete, parentSourceId } = post;
  const row = { articleId, contentHash, articleUpdatedAt: updatedAt, isComplete, parentSourceId };
  await db
    .insert(wordpressItems)
    .values({ sourceId, ...row })
    .onConflictDoUpdate({ target: wordpressItems.sourceId, set: row });
}

/** Sets a page's parent, and the page as the parent of pages that were imported before it. */
async function joinFamily(db: Database, { sourceId, parentSourceId }: WrittenPost, id: number): Promise<void> {
  if (parentSourceId !== null)
    await db.execute(sql`update articles set parent_id = parent.id from articles parent
      where articles.id = ${id} and parent.source_id = ${parentSourceId} and parent.type = 'page'
        and articles.parent_id is distinct from parent.id`);
  await db.execute(sql`update articles set parent_id = ${id} from wordpress_items item
    where item.parent_source_id = ${sourceId} and articles.id = item.article_id and articles.type = 'page'
      and articles.parent_id is null and articles.id <> ${id}`);
}
