import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { articleTopics, topics } from "#db/tables/content.ts";
import { Refusal } from "../../refusal.ts";
import { canBeBelow } from "./parents.ts";

interface Parts {
  mediaId?: number | undefined;
  parentId?: number | undefined;
  categories?: readonly number[] | undefined;
  tags?: readonly number[] | undefined;
}

/**
 * Checks what an article refers to. A page cannot be below itself; call `lockPages` before changing its parent.
 * @param id null: it is new
 * @throws Refusal article_media_unknown, article_parent_invalid, article_topic_unknown
 */
export async function checkParts(db: Database, parts: Parts, id: number | null): Promise<void> {
  const { mediaId = 0, parentId = 0, categories = [], tags = [] } = parts;
  if (parentId !== 0 && !(await canBeBelow(db, "page", parentId, id))) throw new Refusal("article_parent_invalid");
  const { rows } = await db.execute<{ hasMedia: boolean; topics: number }>(sql`
    select ${mediaId}::bigint = 0 or exists (select from media where id = ${mediaId}) as "hasMedia",
      (select count(*)::int from topics t where (t.kind = 'category' and t.id = any(${sql.param([...categories])}::bigint[]))
        or (t.kind = 'tag' and t.id = any(${sql.param([...tags])}::bigint[]))) as topics`);
  const [found] = rows;
  if (!found?.hasMedia) throw new Refusal("article_media_unknown");
  if (found.topics < new Set(categories).size + new Set(tags).size) throw new Refusal("article_topic_unknown");
}

/** Sets the categories or tags of an article, or both, in this order; what is missing stays. */
export async function setTopicIds(db: Database, articleId: number, given: Parts): Promise<void> {
  await setIds(db, articleId, "category", given.categories, 0);
  // After the categories, however many there are.
  await setIds(db, articleId, "tag", given.tags, 1000);
}

async function setIds(
  db: Database,
  articleId: number,
  kind: "category" | "tag",
  ids: readonly number[] | undefined,
  first: number,
): Promise<void> {
  if (!ids) return;
  const ofKind = db.select({ id: topics.id }).from(topics).where(eq(topics.kind, kind));
  await db
    .delete(articleTopics)
    .where(and(eq(articleTopics.articleId, articleId), inArray(articleTopics.topicId, ofKind)));
  const rows = [...new Set(ids)].map((topicId, at) => ({ articleId, topicId, position: first + at }));
  if (rows.length > 0) await db.insert(articleTopics).values(rows);
}
