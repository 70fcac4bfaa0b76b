import { type SQL, sql } from "drizzle-orm";
import { textOfBeginning } from "./blocks/parse-body.ts";

/** What an article says about itself in a list. */
export interface Summarised {
  /** Written by its author; "" for none. */
  excerpt: string;
  /** The beginning of its sanitised HTML, possibly cut within a tag. */
  beginning: string;
}

/** How many words of a text its summary has, as in WordPress. */
const summaryWords = 55;

/** What has no text of its own: pictures with their captions, and addresses of embedded videos. */
const withoutText = /<figure\b[\s\S]*?(?:<\/figure>|$)|\[embed\b[^[\]]*\][^[\]]*\[\/embed\]/g;

/** Returns SQL of the beginning of an article's text if it has no excerpt; otherwise "". @param a its row */
export function beginningWithoutExcerpt(a: SQL | { excerpt: unknown; body: unknown }): SQL<string> {
  const [excerpt, body] = "excerpt" in a ? [sql`${a.excerpt}`, sql`${a.body}`] : [sql`${a}.excerpt`, sql`${a}.body`];
  return sql<string>`case when ${excerpt} = '' then left(${body}, 3000) else '' end`;
}

/** Returns the excerpt; of an article without one, the first words of its text. Plain text, for lists, feeds and descriptions. */
export function summaryOf({ excerpt, beginning }: Summarised): string {
  return excerpt || firstWords(textOfBeginning(beginning.replace(withoutText, " ")), summaryWords);
}

/** Returns at most this many words of a text. */
export function firstWords(text: string, most: number): string {
  const words = text.split(/\s+/);
  return words.length > most ? `${words.slice(0, most).join(" ")}…` : words.join(" ");
}
