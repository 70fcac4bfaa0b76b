import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { insertMany } from "#db/insert-many.ts";
import { executeNamed } from "#db/prepared.ts";
import { reviews } from "#db/tables/content.ts";
import type { ReadComment } from "../read/read-comments.ts";

/**
 * Adds the comments of an article that it does not have; existing ones keep what moderators made of them.
 * @param comments parents first
 * @returns how many were added
 */
export async function writeComments(
  db: Database,
  articleId: number,
  comments: readonly ReadComment[],
  sourceOf: (id: string) => string,
): Promise<number> {
  let added = 0;
  const ids = new Map<string, number>();
  for (let level = 0; ; level += 1) {
    const ofLevel = comments.filter((comment) => comment.level === level);
    if (ofLevel.length === 0) return added;
    const rows = ofLevel.map(({ id, parentId, threadId, author, email, body, status, isStaff, createdAt }) => ({
      articleId,
      kind: "comment" as const,
      sourceId: sourceOf(id),
      // An answer that loses its comment, because a moderator removed it, starts a thread.
      parentId: (parentId !== null && threadId !== null && ids.has(threadId) && ids.get(parentId)) || null,
      threadId: (parentId !== null && threadId !== null && ids.has(parentId) && ids.get(threadId)) || null,
      authorName: author,
      authorEmail: email,
      body,
      status,
      isStaff,
      createdAt,
    }));
    const { rows: made } = await executeNamed<StoredComment>(
      db,
      "import_comments",
      sql`${insertMany(reviews, rows)} on conflict (source_id) do nothing returning id, source_id`,
    );
    added += made.length;
    const known = made.length === rows.length ? made : await findComments(db, articleId, rows);
    const bySource = new Map(known.map(({ id, source_id }) => [source_id, Number(id)]));
    for (const { id } of ofLevel) {
      const stored = bySource.get(sourceOf(id));
      if (stored !== undefined) ids.set(id, stored);
    }
  }
}

interface StoredComment extends Record<string, unknown> {
  id: string;
  source_id: string;
}

async function findComments(db: Database, articleId: number, wanted: readonly { sourceId: string }[]) {
  const { rows } = await db.execute<StoredComment>(sql`select id, source_id from reviews
    where source_id = any(${sql.param(wanted.map(({ sourceId }) => sourceId))}::text[]) and article_id = ${articleId}`);
  return rows;
}
