import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { type SearchPhrase, type SearchTerms, type SearchWord, wordsOf } from "./search-terms.ts";

/** A phrase and what it also means, in words with their stems. */
interface Phrase {
  words: readonly SearchWord[];
  meanings: readonly (readonly SearchWord[])[];
}

/** All synonyms, found by the first word of their phrase. */
export type SynonymPhrases = ReadonlyMap<string, readonly Phrase[]>;

/** Reads all synonyms, those that hold both ways once for each phrase. */
export async function readSynonymPhrases(db: Database): Promise<SynonymPhrases> {
  const { rows } = await db.execute<{ words: SearchWord[]; meanings: SearchWord[][] | null }>(sql`
    with given as (
      select phrase, meaning, place from search_synonyms left join unnest(meanings) with ordinality as m (meaning, place) on true
      union all
      select meaning, phrase, 1000 from search_synonyms, unnest(meanings) meaning where is_mutual
    )
    select ${wordsOf(sql`phrase`)} as words,
      json_agg(${wordsOf(sql`meaning`)} order by place, meaning) filter (where meaning is not null) as meanings
    from given group by phrase`);
  const phrases = new Map<string, Phrase[]>();
  for (const { words, meanings } of rows) {
    const key = keyOf(words[0]);
    phrases.set(key, [...(phrases.get(key) ?? []), { words, meanings: meanings ?? [] }]);
  }
  // The longest phrase wins.
  for (const same of phrases.values()) same.sort((one, other) => other.words.length - one.words.length);
  return phrases;
}

/**
 * Returns a search with the phrases in it. Phrases that are ignored count only if they are not all there is.
 * @param isHalfTyped whether the last words may be the beginning of phrases; they then have the meanings of all of those
 */
export function withSynonyms(terms: SearchTerms, synonyms: SynonymPhrases, isHalfTyped = false): SearchTerms {
  const phrases: SearchPhrase[] = [];
  for (let from = 0; from < terms.words.length; ) {
    const typed = synonyms.get(keyOf(terms.words[from]))?.find((one) => isAt(one, terms.words, from));
    const isWhole = typed !== undefined && from + typed.words.length === terms.words.length;
    const phrase = (isHalfTyped && !isWhole && completed(terms.words.slice(from), synonyms)) || typed;
    const end = from + (phrase?.words.length ?? 1);
    if (phrase) phrases.push({ from, end, meanings: phrase.meanings });
    from = end;
  }
  const ignored = phrases.filter(({ meanings }) => meanings.length === 0);
  const ignoredWords = ignored.reduce((sum, { from, end }) => sum + end - from, 0);
  const areAllIgnored = ignoredWords === terms.words.length;
  return { ...terms, phrases: areAllIgnored ? [] : phrases };
}

/** The fewest letters of a half-typed word that complete it. */
const minBeginning = 3;

/** Returns a phrase of these words with the meanings of all phrases that they begin, up to the last word. */
function completed(words: readonly SearchWord[], synonyms: SynonymPhrases): Phrase | undefined {
  const last = words.at(-1)?.word ?? "";
  if (last.length < minBeginning) return undefined;
  const before = words.slice(0, -1);
  const candidates = before.length > 0 ? [synonyms.get(keyOf(words[0])) ?? []] : synonyms.values();
  const begun = [...candidates]
    .flat()
    .filter((one) => one.words.length === words.length && one.words.at(-1)?.word.startsWith(last))
    .filter((one) => isAt({ ...one, words: one.words.slice(0, -1) }, before, 0));
  const meanings = begun.flatMap((one) => one.meanings);
  return meanings.length > 0 ? { words, meanings } : undefined;
}

function isAt({ words }: Phrase, all: readonly SearchWord[], from: number): boolean {
  return words.every((word, at) => keyOf(word) === keyOf(all[from + at]));
}

/** Words with the same stem are the same: "joint pains" is "joint pain". */
function keyOf(word: SearchWord | undefined): string {
  return word ? (word.stem ?? word.word) : "";
}
