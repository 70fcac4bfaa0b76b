import type { EntryColumns } from "../index/entry-columns.ts";
import { Bitmap } from "../index/sets/bitmap.ts";
import type { SearchTerms } from "./search-terms.ts";
import { partsOf, type Reach, type TermMatches, type TermPart } from "./term-matches.ts";

/**
 * The slots that fit all parts of a search, each as it is written or by one of its meanings; or that have all words written as
 * one, which finds SKUs. Stop words are needed only where there are no others.
 */
export function matching(matches: TermMatches): Bitmap {
  const found = fitsWithin(matches, "all");
  return matches.terms.words.length > 1 ? Bitmap.anyOf([found, matches.asOneWord()]) : found;
}

/** Returns the slots that match all parts of a search within this reach, also by their meanings. */
export function fitsWithin(matches: TermMatches, reach: Reach): Bitmap {
  return havingAll(matches, neededParts(matches.terms), reach, true);
}

/**
 * Yields what was found, best first: that name, names that begin with it, names with all its words or others that begin as
 * their stems do, products that have the words, if they are several, written as one (SKUs), those that have them in their
 * names, categories, tags, attributes or brand, the same by the meanings of phrases, those that have them there or in the
 * short description, the rest. Steps after the one that completes what was found are left out, the rest is not.
 */
export function* byFit(
  found: Bitmap,
  matches: TermMatches,
  columns: Pick<EntryColumns, "matchName">,
): Generator<Bitmap> {
  let left = found;
  let size = found.size;
  for (const fitting of matches.terms.words.length > 0 ? fits(found, matches, columns) : []) {
    const group = left.and([fitting()]);
    yield group;
    // Reached only if the page has room for more.
    left = left.without(group);
    size -= group.size;
    if (size === 0) break;
  }
  yield left;
}

/** The steps of `byFit`, each to be computed only if the page is not full before. */
function fits(found: Bitmap, matches: TermMatches, columns: Pick<EntryColumns, "matchName">): (() => Bitmap)[] {
  const { terms } = matches;
  const needed = neededParts(terms);
  const withStopWords = partsOf(terms);
  const all = (parts: readonly TermPart[], reach: Reach, byMeaning: boolean) => () =>
    havingAll(matches, parts, reach, byMeaning);
  const hasStopWords = withStopWords.length > needed.length;
  const { exact, beginning } = namedLike(found, matches, columns);
  return [
    () => exact,
    () => beginning,
    ...(hasStopWords ? [all(withStopWords, "name", false)] : []),
    all(needed, "name", false),
    ...(terms.words.length > 1 ? [() => matches.asOneWord()] : []),
    ...(hasStopWords ? [all(withStopWords, "terms", false)] : []),
    all(needed, "terms", false),
    ...(terms.phrases.length > 0 ? [all(needed, "name", true), all(needed, "terms", true)] : []),
    all(needed, "short", true),
  ];
}

function havingAll(matches: TermMatches, parts: readonly TermPart[], reach: Reach, byMeaning: boolean): Bitmap {
  const [first, ...others] = parts.map((part) => matches.part(part, reach, byMeaning));
  return first?.and(others) ?? new Bitmap();
}

/** Returns the parts that a product must fit. */
export function neededParts(terms: SearchTerms): TermPart[] {
  const parts = partsOf(terms);
  const needed = parts.filter(({ isStopWord }) => !isStopWord);
  return needed.length > 0 ? needed : parts;
}

/** Returns the found products with exactly this name, and those whose names begin with it. */
function namedLike(
  found: Bitmap,
  matches: TermMatches,
  columns: Pick<EntryColumns, "matchName">,
): { exact: Bitmap; beginning: Bitmap } {
  const [exact, beginning] = [new Bitmap(), new Bitmap()];
  const bytes = new TextEncoder().encode(matches.terms.name);
  for (const slot of found.and([matches.asFirstOfName()]).members()) {
    const match = columns.matchName(slot, bytes);
    if (match) (match === "equal" ? exact : beginning).add(slot);
  }
  return { exact, beginning };
}
