import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";

/** An approved comment, with the post or page that it is on. */
export interface NewestComment {
  id: number;
  author: string;
  /** Plain text. */
  body: string;
  createdAt: Date;
  articleId: number;
  title: string;
  slug: string;
}

/** Lists the newest approved comments and replies on a published article; null: on all of them. */
export async function listNewestComments(
  db: Database,
  articleId: number | null,
  now: Date,
  limit: number,
): Promise<NewestComment[]> {
  const ofArticle = articleId === null ? sql`r.article_id is not null` : sql`r.article_id = ${articleId}`;
  const { rows } = await executeNamed<Omit<NewestComment, "createdAt"> & { createdAt: string }>(
    db,
    articleId === null ? "newest_comments" : "newest_comments_of_article",
    sql`select r.id::float8 as id, r.author_name as author, r.body, r.created_at::text as "createdAt", a.id::float8 as "articleId", a.title, a.slug
      from reviews r join articles a on a.id = r.article_id
      where ${ofArticle} and r.status = 'approved' and a.status = 'publish' and a.published_at <= ${now.toISOString()}::timestamptz
      order by r.created_at desc, r.id desc limit ${limit}`,
  );
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}
