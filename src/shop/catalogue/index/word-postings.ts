/**
 * Which products have which words, by slot: made once and never changed. One text and three lists hold everything, so that
 * hundreds of thousands of words cost the collector nothing: the words in order and where each begins, where the slots of
 * each begin, and all slots.
 */
export class WordPostings {
  /** Each followed by a blank. */
  readonly #words: string;
  /** Of each word in the text, and where the next would begin. */
  readonly #starts: Uint32Array;
  readonly #firsts: Uint32Array;
  readonly #slots: Uint32Array;

  private constructor(sorted: readonly string[], firsts: Uint32Array, slots: Uint32Array) {
    this.#words = sorted.map((word) => `${word} `).join("");
    this.#starts = new Uint32Array(sorted.length + 1);
    for (const [place, word] of sorted.entries()) this.#starts[place + 1] = this.#startOf(place) + word.length + 1;
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
    return new WordPostings(sorted, firsts, slots);
  }

  /** The slots of a word, or of all words that begin with it (then some perhaps more than once). */
  find(word: string, isBeginning: boolean): Uint32Array {
    const first = this.#placeOf(word);
    const wanted = isBeginning ? word : `${word} `;
    let end = first;
    while (end < this.#count && this.#words.startsWith(wanted, this.#startOf(end))) end += 1;
    return this.#slots.subarray(this.#firsts[first], this.#firsts[end]);
  }

  *pairs(): Iterable<readonly [word: string, slot: number]> {
    for (let place = 0; place < this.#count; place++) {
      const word = this.#words.slice(this.#startOf(place), this.#startOf(place + 1) - 1);
      for (const slot of this.#slots.subarray(this.#firsts[place], this.#firsts[place + 1])) yield [word, slot];
    }
  }

  get #count(): number {
    return this.#starts.length - 1;
  }

  #startOf(place: number): number {
    return this.#starts[place] ?? 0;
  }

  /** Of the first word that is not before this one. */
  #placeOf(word: string): number {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#isBefore(middle, word)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Whether the word in a place comes before another, in the order of their UTF-16 units. It is not cut out for that. */
  #isBefore(place: number, other: string): boolean {
    const start = this.#startOf(place);
    const length = this.#startOf(place + 1) - 1 - start;
    for (let at = 0; at < Math.min(length, other.length); at++) {
      const difference = this.#words.charCodeAt(start + at) - other.charCodeAt(at);
      if (difference !== 0) return difference < 0;
    }
    return length < other.length;
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
