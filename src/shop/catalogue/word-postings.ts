import { placeOf } from "./sort-orders.ts";

/**
 * Which products have which words, by slot: made once and never changed. Three lists hold everything, so that hundreds of
 * thousands of words cost the collector nothing: the words in order, where the slots of each begin, and all slots.
 */
export class WordPostings {
  readonly #words: readonly string[];
  readonly #firsts: Uint32Array;
  readonly #slots: Uint32Array;

  private constructor(words: readonly string[], firsts: Uint32Array, slots: Uint32Array) {
    this.#words = words;
    this.#firsts = firsts;
    this.#slots = slots;
  }

  /** Of pairs of a word and a slot that has it, no pair twice. */
  static of(pairs: Iterable<readonly [word: string, slot: number]>): WordPostings {
    const numbers = new Map<string, number>();
    const slots = new NumberList();
    const words = new NumberList();
    for (const [word, slot] of pairs) {
      let number = numbers.get(word);
      if (number === undefined) numbers.set(word, (number = numbers.size));
      words.push(number);
      slots.push(slot);
    }
    return WordPostings.#sorted(numbers, words.values, slots.values);
  }

  /** Counts the slots of each word, which says where each word's begin, then puts every slot in its place. */
  static #sorted(numbers: ReadonlyMap<string, number>, wordOf: Uint32Array, slotOf: Uint32Array): WordPostings {
    const sorted = [...numbers.keys()].sort();
    const places = new Uint32Array(sorted.length);
    for (const [place, word] of sorted.entries()) places[numbers.get(word) ?? 0] = place;
    const placeAt = (index: number) => places[wordOf[index] ?? 0] ?? 0;
    const firsts = new Uint32Array(sorted.length + 1);
    for (let index = 0; index < wordOf.length; index++) increase(firsts, placeAt(index) + 1, 1);
    for (let place = 0; place < sorted.length; place++) increase(firsts, place + 1, firsts[place] ?? 0);
    const next = firsts.slice();
    const slots = new Uint32Array(slotOf.length);
    for (const [index, slot] of slotOf.entries()) slots[increase(next, placeAt(index), 1) - 1] = slot;
    // Words that were cut out of texts keep those in memory: cut out of each other they keep only themselves.
    return new WordPostings(sorted.length === 0 ? [] : sorted.join(" ").split(" "), firsts, slots);
  }

  /** The slots of a word, or of all words that begin with it (then some perhaps more than once). */
  find(word: string, isBeginning: boolean): Uint32Array {
    const first = placeOf(this.#words, word, (one, other) => (one < other ? -1 : 1));
    let end = first;
    const fits = (other: string | undefined) => (isBeginning ? other?.startsWith(word) : other === word);
    while (fits(this.#words[end])) end += 1;
    return this.#slots.subarray(this.#firsts[first], this.#firsts[end]);
  }

  *pairs(): Iterable<readonly [word: string, slot: number]> {
    for (const [place, word] of this.#words.entries())
      for (const slot of this.#slots.subarray(this.#firsts[place], this.#firsts[place + 1])) yield [word, slot];
  }
}

function increase(numbers: Uint32Array, at: number, by: number): number {
  return (numbers[at] = (numbers[at] ?? 0) + by);
}

/** Small whole numbers in one array, which grows as it must. */
class NumberList {
  #values = new Uint32Array(1024);
  #length = 0;

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Uint32Array(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  get values(): Uint32Array {
    return this.#values.subarray(0, this.#length);
  }
}
