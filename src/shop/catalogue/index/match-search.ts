import { Bitmap } from "./bitmap.ts";
import type { EntryColumns } from "./entry-columns.ts";
import type { ListingEntry } from "./listing-entry.ts";
import type { SearchTerms, SearchWord } from "./search-terms.ts";
import type { WordSets } from "./word-sets.ts";

/** Characters of several words written as one that are searched for: SKUs are stored in this length. */
const maxWordLength = 100;

/**
 * The slots that have all of the words, each as it is or by its stem, the last one as a beginning too (a single letter only
 * as it is), digits beside letters ("500mg", "omega3") written as one or as two; or all of them written as one, which
 * finds SKUs.
 */
export function matching(sets: WordSets, { words }: SearchTerms): Bitmap {
  const find = (word: string, isLast: boolean) => sets.find(word, isLast && word.length > 1);
  const each = words.map(({ word, stem }, index) => {
    const isLast = index === words.length - 1;
    const ways: Bitmap[] = [];
    if (stem !== null) ways.push(sets.find(stem, false));
    const [start] = firstPart.exec(word) ?? [];
    if (start !== undefined) ways.push(sets.find(start, false).and([find(word.slice(start.length), isLast)]));
    const [before = "", after = ""] = [words[index - 1]?.word, words[index + 1]?.word];
    if (canBeOne(before, word)) ways.push(find(before + word, isLast));
    if (canBeOne(word, after)) ways.push(find(word + after, index === words.length - 2));
    const asWritten = find(word, isLast);
    return ways.length === 0 ? asWritten : Bitmap.anyOf([asWritten, ...ways]);
  });
  const [first, ...others] = each;
  if (!first) return new Bitmap();
  if (others.length === 0) return first;
  return Bitmap.anyOf([first.and(others), asOneWord(sets, words)]);
}

/** The slots that have the words written as one, or what begins so. */
function asOneWord(sets: WordSets, words: readonly SearchWord[]): Bitmap {
  const joined = words.map(({ word }) => word).join("");
  return sets.find(joined.slice(0, maxWordLength), true);
}

/** The digits before letters, or the letters before digits, of a word that is both. */
const firstPart = /^(?:\d+(?=\p{L}+$)|\p{L}+(?=\d+$))/u;

/** Whether one of two words is digits and the other letters. */
function canBeOne(first: string, second: string): boolean {
  return firstPart.exec(first + second)?.[0] === first;
}

/** Marks of words that stand in a name, and of the one that begins it: no word that is typed has them. */
const ofName = "\u0001";
const firstOfName = "\u0002";

/**
 * Returns the words that a product is indexed by: those it is found by, and those of its name once more for ranking.
 * "" for what no search shows.
 */
export function indexedWords({ words, nameKey }: Pick<ListingEntry, "words" | "nameKey">): string {
  if (words === "") return "";
  const names = nameKey.trim().split(" ");
  return [words, ...new Set(names.map((word) => ofName + word)), firstOfName + (names[0] ?? "")].join(" ");
}

/**
 * Returns what was found, best first: that name, names that begin with it, names with all its words or others that begin as
 * their stems do, products that have the words, if they are several, written as one (SKUs), the rest.
 */
export function byFit(
  found: Bitmap,
  { name, words }: SearchTerms,
  sets: WordSets,
  columns: Pick<EntryColumns, "matchName">,
): Bitmap[] {
  const [first] = words;
  if (!first) return [found];
  const [exact, beginning] = [new Bitmap(), new Bitmap()];
  const bytes = new TextEncoder().encode(name);
  for (const slot of found.and([sets.find(firstOfName + first.word, true)]).members()) {
    const match = columns.matchName(slot, bytes);
    if (match) (match === "equal" ? exact : beginning).add(slot);
  }
  const inName = found.and(words.map((word) => sets.find(ofName + beginningOf(word), true)));
  const containing = inName.without([exact, beginning]);
  const better = [exact, beginning, containing];
  if (words.length > 1) better.push(found.and([asOneWord(sets, words)]).without(better));
  return [...better, found.without(better)];
}

/** How a word of a name must begin: as the stem does, whose last letter may be another ("y" and "i"). */
function beginningOf({ word, stem }: SearchWord): string {
  if (stem === null) return word;
  return word.startsWith(stem) ? stem : stem.slice(0, Math.max(stem.length - 1, 1));
}
