import { Bitmap } from "./bitmap.ts";
import type { SearchTerms, SearchWord } from "./search-terms.ts";
import type { WordSets } from "./word-sets.ts";

/** As much of words written as one is looked for: SKUs are kept so. */
const longestWord = 100;

/**
 * The slots that have all of the words, each as it is or by its stem, the last one as a beginning too (a single letter only
 * as it is); or all of them written as one, which finds SKUs.
 */
export function matching(sets: WordSets, { words }: SearchTerms): Bitmap {
  const each = words.map(({ word, stem }, index) => {
    const asWritten = sets.find(word, index === words.length - 1 && word.length > 1);
    return stem === null ? asWritten : Bitmap.anyOf([asWritten, sets.find(stem, false)]);
  });
  const [first, ...others] = each;
  if (!first) return new Bitmap();
  if (others.length === 0) return first;
  const joined = words.map(({ word }) => word).join("");
  return Bitmap.anyOf([first.and(others), sets.find(joined.slice(0, longestWord), true)]);
}

/**
 * What was found, best first: that name, names that begin with it, names with all its words or others that begin as their
 * stems do, the rest. `nameKeys` are the names by slot.
 */
export function byFit(found: Bitmap, { name, words }: SearchTerms, nameKeys: readonly string[]): Bitmap[] {
  const beginnings = words.map(beginningOf);
  const [exact, beginning, containing, rest] = [new Bitmap(), new Bitmap(), new Bitmap(), new Bitmap()];
  for (const slot of found.members()) {
    const key = nameKeys[slot] ?? "";
    if (key === name) exact.add(slot);
    else if (key.startsWith(name)) beginning.add(slot);
    else if (beginnings.every((one) => key.includes(one))) containing.add(slot);
    else rest.add(slot);
  }
  return [exact, beginning, containing, rest];
}

/** How a word of a name must begin, after a blank: as the stem does, whose last letter may be another ("y" and "i"). */
function beginningOf({ word, stem }: SearchWord): string {
  if (stem === null) return ` ${word}`;
  return ` ${word.startsWith(stem) ? stem : stem.slice(0, Math.max(stem.length - 1, 1))}`;
}
