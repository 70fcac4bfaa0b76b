import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";

/** More of a text (UTF-16 units), and more of its words, make no search better. */
const maxCharacters = 200;
const maxWords = 12;

/** A parsed search text. */
export interface SearchTerms {
  /** The text as names are kept: without case, accents and punctuation, after a blank. */
  name: string;
  /** Its words in their order; the last may be half typed. */
  words: readonly SearchWord[];
  /** Runs of words that stand for others too, in their order. They do not overlap. */
  phrases: readonly SearchPhrase[];
}

export interface SearchWord {
  word: string;
  /** Its stem by the shop's dictionary; null where that is the word, or the dictionary has none. */
  stem: string | null;
  /** Whether it is a word like "for", which products need not have. */
  isStopWord: boolean;
}

/** Words `from` to `end` (exclusive) of a search, and what they also mean. */
export interface SearchPhrase {
  from: number;
  end: number;
  /** Each a word or several; none: the phrase is ignored. */
  meanings: readonly (readonly SearchWord[])[];
}

/** Reads a text as a search, without synonyms. */
export async function readSearch(db: Database, text: string): Promise<SearchTerms> {
  const query = prepared(db, "read_search", (db, name) =>
    db
      .select({ name: sql<string>`name`, words: sql<SearchWord[]>`words` })
      .from(
        sql`(select ' ' || text as name, ${wordsOf(sql`text`)} as words
          from (select search_text(${sql.placeholder("text")}::text) as text offset 0) given) as answer`,
      )
      .prepare(name),
  );
  const [terms] = await query.execute({ text: text.replaceAll("\0", " ").slice(0, maxCharacters) });
  if (!terms) throw new Error("A search was not read");
  return { ...terms, phrases: [] };
}

/**
 * Returns SQL for the words of a text that `search_text` gave, as JSON of `SearchWord[]`. Single letters are not stop words:
 * "vitamin a" is not "vitamin".
 */
export function wordsOf(text: ReturnType<typeof sql>) {
  return sql`coalesce((
    select json_agg(json_build_object('word', left(word, 100), 'stem', nullif(stems[1], left(word, 100)),
      'isStopWord', coalesce(stems = '{}' and length(word) > 1, false)) order by place)
    from unnest((string_to_array(${text}, ' '))[1:${sql.raw(String(maxWords))}]) with ordinality as given (word, place)
    cross join lateral (
      select case when search_dictionary() = 'english' then ts_lexize('english_stem', left(word, 100)) end
    ) as reduced (stems)), '[]'::json)`;
}
