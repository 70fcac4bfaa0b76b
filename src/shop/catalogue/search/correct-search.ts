import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { SearchedProducts } from "./parse-search.ts";
import type { SearchTerms } from "./search-terms.ts";

/** Fewest letters of a word that can be corrected. */
const minLength = 3;

/**
 * Returns a search's text with each word that no product has replaced by the known word most like it, if there is one; undefined
 * when that changes nothing. Words with a digit stay as they are, and so do those of synonyms.
 */
export async function correctSearch(
  db: Database,
  terms: SearchTerms,
  products: Pick<SearchedProducts, "countWord">,
): Promise<string | undefined> {
  const isMeant = (index: number) => terms.phrases.some(({ from, end }) => from <= index && index < end);
  const unknown = terms.words.map(
    ({ word, isStopWord }, index) =>
      word.length >= minLength &&
      !/\d/.test(word) &&
      !isStopWord &&
      !isMeant(index) &&
      products.countWord(terms, index) === 0,
  );
  if (!unknown.includes(true)) return undefined;
  const asked = [...new Set(terms.words.filter((_, index) => unknown[index]).map(({ word }) => word))];
  const { rows } = await db.execute<{ word: string; similar: string[] }>(
    sql`select word, search_similar_words(word) as similar from unnest(${sql.param(asked)}::text[]) word`,
  );
  const best = new Map(rows.map(({ word, similar }) => [word, closestWord(word, similar)]));
  const words = terms.words.map(({ word }, index) => (unknown[index] ? (best.get(word) ?? word) : word));
  return words.every((word, index) => word === terms.words[index]?.word) ? undefined : words.join(" ");
}

/** Returns the word that takes the fewest changes of letters, if they are few; of several the one that comes first. */
function closestWord(word: string, known: readonly string[]): string | undefined {
  const most = word.length <= 4 ? 1 : word.length <= 7 ? 2 : 3;
  let best: { word: string; changes: number } | undefined;
  for (const one of known) {
    const changes = changesBetween(word, one);
    if (changes <= most && (!best || changes < best.changes)) best = { word: one, changes };
  }
  return best?.word;
}

/** Counts the letters to add, remove, replace or swap with the next one. */
function changesBetween(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)];
  let [beforeLast, last]: [number[], number[]] = [[], b.map((_, at) => at + 1)];
  last.unshift(0);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let at = 1; at <= b.length; at++) {
      const isSame = a[row - 1] === b[at - 1];
      let least = Math.min((last[at] ?? 0) + 1, (current[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (isSame ? 0 : 1));
      if (row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1])
        least = Math.min(least, (beforeLast[at - 2] ?? 0) + 1);
      current.push(least);
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? 0;
}
