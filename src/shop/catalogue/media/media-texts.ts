import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { Refusal } from "../../refusal.ts";
import { plainTextOf } from "../sanitise.ts";

/** What is written about a picture, as plain text; what is missing stays as it is. */
export interface MediaTexts {
  title?: string;
  /** What it shows, for people who do not see it. */
  alt?: string;
  caption?: string;
  description?: string;
}

/** What is written about a picture, and where it belongs. */
export interface MediaChange extends MediaTexts {
  /** The article or page that it was uploaded for; null for none. */
  articleId?: number | null;
}

/** Throws unless the article or page of a change exists. @throws Refusal media_article_unknown */
export async function checkArticle(db: Database, { articleId }: MediaChange): Promise<void> {
  if (articleId === undefined || articleId === null) return;
  const { rows } = await db.execute(sql`select from articles where id = ${articleId}`);
  if (rows.length === 0) throw new Refusal("media_article_unknown");
}

/** Returns texts without tags and without those that are undefined. */
export function plainTexts(given: { [Name in keyof MediaTexts]: string | undefined }): MediaTexts {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, text]) => (text === undefined ? [] : [[name, plainTextOf(text).trim()]])),
  );
}
