import { Bitmap } from "../index/sets/bitmap.ts";
import type { WordSets } from "../index/sets/word-sets.ts";
import { marks } from "./indexed-words.ts";
import type { SearchPhrase, SearchTerms, SearchWord } from "./search-terms.ts";

/** Characters of several words written as one that are searched for: SKUs are stored in this length. */
const maxWordLength = 100;

/**
 * Where words are looked for: in names; in names, categories, tags, attributes, brands and SKUs; also in short descriptions;
 * also in descriptions.
 */
export type Reach = "name" | "terms" | "short" | "all";

/** The mark of what a reach has besides the one before it. */
const steps = { terms: "", short: marks.short, all: marks.long } as const;
const within = { short: "terms", all: "short" } as const;

/** A word of a search, or a phrase that has meanings. Each product must fit it. */
export interface TermPart {
  /** Words `from` to `end` (exclusive). */
  from: number;
  end: number;
  phrase: SearchPhrase | undefined;
  /** Products need not have it. */
  isStopWord: boolean;
}

/** Returns the words and phrases of a search in their order, without phrases that are ignored. */
export function partsOf({ words, phrases }: SearchTerms): TermPart[] {
  const parts: TermPart[] = [];
  for (let from = 0; from < words.length; ) {
    const phrase = phrases.find((one) => one.from === from);
    const end = phrase?.end ?? from + 1;
    const isStopWord = !phrase && words[from]?.isStopWord === true;
    if (!phrase || phrase.meanings.length > 0) parts.push({ from, end, phrase, isStopWord });
    from = end;
  }
  return parts;
}

/** The slots that fit a search and its parts, each looked up once. To be used before anything changes. */
export class TermMatches {
  readonly terms: SearchTerms;
  readonly #sets: WordSets;
  readonly #words: readonly SearchWord[];
  readonly #found = new Map<string, Bitmap>();

  constructor(sets: WordSets, terms: SearchTerms) {
    this.#sets = sets;
    this.terms = terms;
    this.#words = terms.words;
  }

  /** The slots that fit a part as it is written or, with `byMeaning`, by one of its meanings. */
  part({ from, end, phrase }: TermPart, reach: Reach, byMeaning: boolean): Bitmap {
    const [first, ...others] = this.#words.slice(from, end).map((_, at) => this.word(from + at, reach));
    const asWritten = first?.and(others) ?? new Bitmap();
    if (!byMeaning || !phrase) return asWritten;
    return Bitmap.anyOf([asWritten, ...phrase.meanings.map((words) => this.#meaning(words, reach))]);
  }

  /** The slots that have the words written as one, or what begins so: finds SKUs. */
  asOneWord(): Bitmap {
    const joined = this.#words.map(({ word }) => word).join("");
    return this.#sets.find(joined.slice(0, maxWordLength), true);
  }

  /** The slots whose names begin with the first word, or with a longer one that begins so. */
  asFirstOfName(): Bitmap {
    return this.#sets.find(marks.firstOfName + (this.#words[0]?.word ?? ""), true);
  }

  /**
   * The slots with a word as it is or by its stem, the last one of the search as a beginning too (a single letter only as it
   * is), digits beside letters ("500mg", "omega3") written as one or as two.
   */
  word(index: number, reach: Reach): Bitmap {
    return this.#once(`word ${reach} ${index}`, () => this.#findWord(index, reach));
  }

  #findWord(index: number, reach: Reach): Bitmap {
    const own = this.#words[index];
    if (!own) return new Bitmap();
    if (reach === "name") return this.#inName(own);
    const { word, stem } = own;
    const find = (text: string, isBeginning: boolean) => this.#find(text, reach, isBeginning && text.length > 1);
    const isLast = index === this.#words.length - 1;
    const ways: Bitmap[] = [find(word, isLast)];
    if (stem !== null) ways.push(find(stem, false));
    const [start] = firstPart.exec(word) ?? [];
    if (start !== undefined) ways.push(find(start, false).and([find(word.slice(start.length), isLast)]));
    const [before = "", after = ""] = [this.#words[index - 1]?.word, this.#words[index + 1]?.word];
    if (canBeOne(before, word)) ways.push(find(before + word, isLast));
    if (canBeOne(word, after)) ways.push(find(word + after, index === this.#words.length - 2));
    const [only = new Bitmap(), ...others] = ways;
    return others.length === 0 ? only : Bitmap.anyOf(ways);
  }

  /** The slots with all words of a meaning. */
  #meaning(words: readonly SearchWord[], reach: Reach): Bitmap {
    const [first, ...others] = words.map((one) => {
      if (reach === "name") return this.#inName(one);
      const asWritten = this.#find(one.word, reach, false);
      return one.stem === null ? asWritten : Bitmap.anyOf([asWritten, this.#find(one.stem, reach, false)]);
    });
    return first?.and(others) ?? new Bitmap();
  }

  #inName(word: SearchWord): Bitmap {
    const beginning = beginningOf(word);
    return this.#once(`name ${beginning}*`, () => this.#sets.find(marks.name + beginning, true));
  }

  #find(word: string, reach: Exclude<Reach, "name">, isBeginning: boolean): Bitmap {
    return this.#once(`${reach} ${word}${isBeginning ? "*" : ""}`, () => {
      const nearer = reach === "terms" ? undefined : this.#find(word, within[reach], isBeginning);
      return this.#sets.find(steps[reach] + word, isBeginning, nearer);
    });
  }

  #once(key: string, find: () => Bitmap): Bitmap {
    let found = this.#found.get(key);
    if (!found) this.#found.set(key, (found = find()));
    return found;
  }
}

/** The digits before letters, or the letters before digits, of a word that is both. */
const firstPart = /^(?:\d+(?=\p{L}+$)|\p{L}+(?=\d+$))/u;

/** Whether one of two words is digits and the other letters. */
function canBeOne(first: string, second: string): boolean {
  return firstPart.exec(first + second)?.[0] === first;
}

/** How a word of a name must begin: as the stem does, whose last letter may be another ("y" and "i"). */
function beginningOf({ word, stem }: SearchWord): string {
  if (stem === null) return word;
  return word.startsWith(stem) ? stem : stem.slice(0, Math.max(stem.length - 1, 1));
}
