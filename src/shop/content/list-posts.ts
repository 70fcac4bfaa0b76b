import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";
import { articles } from "#db/tables/content.ts";
import type { Archive } from "./archives/archive.ts";
import type { ArticleCard } from "./article.ts";
import { cardColumns, isPublished, toCard } from "./articles.ts";

/** Which posts a list has: the newest; the journal's, with sticky ones first; or an archive's. */
export type PostChoice = "newest" | "journal" | Archive;

/** Lists posts, newest first, with their total number. Pages count from 1. */
export async function listPosts(
  db: Database,
  choice: PostChoice,
  now: Date,
  page: number,
  perPage: number,
): Promise<{ posts: ArticleCard[]; total: number }> {
  const { name, condition, values } = conditionOf(choice);
  const query = prepared(db, name, (db, name) =>
    db
      .select({ ...cardColumns, total: sql<number>`count(*) over ()::int` })
      .from(articles)
      .where(and(eq(articles.type, "post"), isPublished, condition))
      .orderBy(
        ...(choice === "journal" ? [desc(articles.isSticky)] : []),
        desc(articles.publishedAt),
        desc(articles.id),
      )
      .limit(sql.placeholder("perPage"))
      .offset(sql.placeholder("skipped"))
      .prepare(name),
  );
  const rows = await query.execute({ ...values, now, perPage, skipped: (page - 1) * perPage });
  return { posts: rows.map(toCard), total: rows[0]?.total ?? 0 };
}

/** Returns the condition of a choice with its placeholders' values, and the name of the prepared query that has it. */
function conditionOf(choice: PostChoice): {
  name: string;
  condition?: SQL;
  values?: Record<string, unknown>;
} {
  if (choice === "newest" || choice === "journal") return { name: `posts_${choice}` };
  switch (choice.kind) {
    case "author":
      return {
        name: "posts_of_author",
        condition: eq(articles.authorId, sql.placeholder("authorId")),
        values: { authorId: choice.id },
      };
    case "year":
    case "month": {
      const start = sql`make_timestamptz(${sql.placeholder("year")}, ${sql.placeholder("month")}, 1, 0, 0, 0, ${sql.placeholder("zone")})`;
      const end = sql`make_timestamptz(${sql.placeholder("endYear")}, ${sql.placeholder("endMonth")}, 1, 0, 0, 0, ${sql.placeholder("zone")})`;
      const { year, timeZone: zone } = choice;
      const [first, last] = choice.kind === "month" ? [choice.month, choice.month] : [1, 12];
      return {
        name: "posts_of_months",
        condition: sql`${articles.publishedAt} >= ${start} and ${articles.publishedAt} < ${end}`,
        values: { year, month: first, zone, endYear: last === 12 ? year + 1 : year, endMonth: (last % 12) + 1 },
      };
    }
    case "category":
    case "tag":
      return {
        name: "posts_of_topics",
        condition: sql`${articles.id} in (select article_id from article_topics
          where topic_id = any(${sql.placeholder("topicIds")}::bigint[]))`,
        values: { topicIds: choice.ids },
      };
  }
}
