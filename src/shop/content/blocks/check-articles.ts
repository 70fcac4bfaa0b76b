import { and, asc, eq, ne } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { articles } from "#db/tables/content.ts";
import { readArticle } from "../import/read-article.ts";
import { checkBody, checkBodyOf, quizIdsIn } from "./check-body.ts";
import { missingTargets, sentenceOfMissing, targetsIn } from "./named-targets.ts";

/** Checks the shortcodes of one article or page, or of all. @returns one sentence each, beginning with its slug; none: all is well */
export async function checkArticles(db: Database, slug?: string): Promise<string[]> {
  const rows = await db
    .select({ slug: articles.slug, body: articles.body })
    .from(articles)
    .where(and(ne(articles.status, "trash"), slug === undefined ? undefined : eq(articles.slug, slug)))
    .orderBy(asc(articles.slug));
  const quizzes = new Map<number, string>();
  const targets = new Map(rows.map(({ slug, body }) => [slug, targetsIn(body)]));
  const missing = await missingTargets(db, [...targets.values()].flat());
  return rows.flatMap(({ slug, body }) => {
    const repeated = [...new Set(quizIdsIn(body))].flatMap((id) => {
      const other = quizzes.get(id);
      if (other === undefined) quizzes.set(id, slug);
      return other === undefined ? [] : [`quiz ${id} is in ${other} too, and networks cannot tell them apart`];
    });
    const unknown = (targets.get(slug) ?? [])
      .filter((target) => missing.has(target))
      .map((target) => `line ${target.line}: ${sentenceOfMissing(target)}`);
    return [...checkBody(body), ...unknown, ...repeated].map((problem) => `${slug}, ${problem}`);
  });
}

/** Checks the shortcodes of an article's file. @param name tells Markdown from HTML */
export function checkArticleFile(text: string, name: string): string[] {
  const read = readArticle(text, { name, type: "post", now: new Date(0) });
  if ("article" in read) return checkBodyOf(text, read.article.body);
  return read.map(({ line, text }) => `line ${line}: ${text}`);
}
