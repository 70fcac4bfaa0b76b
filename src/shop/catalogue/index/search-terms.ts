import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";

/** More of a text (UTF-16 units), and more of its words, make no search better. */
const maxCharacters = 200;
const maxWords = 12;

/** What somebody searches for. */
export interface SearchTerms {
  /** The text as names are kept: without case, accents and punctuation, after a blank. */
  name: string;
  /** Its words in their order; the last may be half typed. */
  words: readonly SearchWord[];
}

export interface SearchWord {
  word: string;
  /** Its stem by the shop's dictionary; null where that is the word, or the dictionary has none. */
  stem: string | null;
}

/** Reads a text as a search. */
export async function readSearch(db: Database, text: string): Promise<SearchTerms> {
  const query = prepared(db, "read_search", (db, name) => termsOf(db, searchText).prepare(name));
  const [terms] = await query.execute({ text: cut(text) });
  if (!terms) throw new Error("A search was not read");
  return terms;
}

/**
 * Reads a text with every word that no product has as the known one most like it; undefined when that changes nothing, or
 * there is none. A word of two letters, or with a digit, stays as it is.
 */
export async function correctSearch(db: Database, text: string): Promise<SearchTerms | undefined> {
  const corrected = sql`(select left(array_to_string(corrected, ' '), ${sql.raw(String(maxCharacters))})
    from (select words, search_corrected(words) as corrected
      from (select ${wordsIn(searchText)} as words offset 0) given offset 0) answer
    where array_position(corrected, null) is null and corrected <> words)`;
  const query = prepared(db, "correct_search", (db, name) => termsOf(db, corrected).prepare(name));
  const [terms] = await query.execute({ text: cut(text) });
  return terms;
}

/**
 * One row with what a text that is searched for, as `search_text` gives it, searches for; none for null. `offset 0` keeps
 * PostgreSQL from writing what makes the text into every place that uses it, and doing it as often.
 */
function termsOf(db: Database, searched: SQL) {
  return db.select({ name: sql<string>`name`, words: sql<SearchWord[]>`words` }).from(
    sql`(select ' ' || text as name, coalesce((
        select json_agg(json_build_object('word', left(word, 100), 'stem', (
          select min(lexeme) from unnest(ts_lexize('english_stem', left(word, 100))) lexeme
          where search_dictionary() = 'english' and lexeme <> left(word, 100))) order by place)
        from unnest(${wordsIn(sql`text`)}) with ordinality as given (word, place)
      ), '[]'::json) as words
      from (select ${searched} as text offset 0) given where text is not null) as answer`,
  );
}

const wordsIn = (text: SQL) => sql`(string_to_array(${text}, ' '))[1:${sql.raw(String(maxWords))}]`;

const searchText = sql`search_text(${sql.placeholder("text")}::text)`;

function cut(text: string): string {
  return text.replaceAll("\0", " ").slice(0, maxCharacters);
}
