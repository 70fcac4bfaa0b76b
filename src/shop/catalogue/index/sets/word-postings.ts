import type { TimeSlices } from "../time-slices.ts";
import type { Bitmap } from "./bitmap.ts";
import { type Arrays, grown } from "./slot-lists.ts";

const encoder = new TextEncoder();

/** Words whose UTF-16 units are not in the order of their UTF-8 bytes. */
const beyond = /[\ud800-\uffff]/;

/** The arrays that hold postings. */
interface PostingArrays extends Arrays {
  /** The words in the order of their UTF-8 bytes, one after another. */
  words: Uint8Array;
  /** Where each word starts, and where the last one ends. */
  wordStarts: Uint32Array;
  /** Where the slots of each word start, and where those of the last one end. */
  slotStarts: Uint32Array;
  /** The slots of each word, lowest first: differences to the one before, 7 bits a byte, the top bit set while more follow. */
  slots: Uint8Array;
}

/** A range of words in postings. */
interface WordPlaces {
  first: number;
  end: number;
}

/** Which slots have which words: built once and never changed, in four arrays. Most slots take one byte for a word. */
export class WordPostings {
  readonly arrays: PostingArrays;

  constructor(arrays: PostingArrays) {
    this.arrays = arrays;
  }

  /** @param slotsByWord slots by word, lowest first */
  static of(slotsByWord: ReadonlyMap<string, readonly number[]>): WordPostings {
    const words = [...slotsByWord.keys()];
    if (words.some((word) => beyond.test(word)))
      words.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    else words.sort();
    const writer = new PostingWriter();
    for (const word of words) {
      for (const slot of slotsByWord.get(word) ?? []) writer.addSlot(slot);
      const bytes = encoder.encode(word);
      writer.endWord(bytes, 0, bytes.length);
    }
    return writer.finish();
  }

  /** Merges parts, each with the slots for which it holds; of each slot at most one part does. */
  static async merge(
    parts: readonly { postings: WordPostings; current: Bitmap }[],
    slices: TimeSlices,
  ): Promise<WordPostings> {
    const cursors = parts.map(({ postings, current }) => ({ postings, current, place: 0 }));
    const writer = new PostingWriter();
    for (let left = cursors.filter(({ postings }) => postings.#count > 0); left.length > 0; ) {
      let [first] = left;
      if (!first) break;
      for (const cursor of left)
        if (compareWords(cursor.postings, cursor.place, first.postings, first.place) < 0) first = cursor;
      const { arrays } = first.postings;
      const [start, end] = [arrays.wordStarts[first.place] ?? 0, arrays.wordStarts[first.place + 1] ?? 0];
      const same = left.filter(
        (cursor) => compareWords(cursor.postings, cursor.place, first.postings, first.place) === 0,
      );
      const slots: number[] = [];
      for (const cursor of same) {
        cursor.postings.#eachSlot(cursor.place, cursor.place + 1, (slot) => {
          if (cursor.current.has(slot)) slots.push(slot);
        });
        cursor.place += 1;
      }
      if (same.length > 1) slots.sort((one, other) => one - other);
      for (const slot of slots) writer.addSlot(slot);
      if (slots.length > 0) writer.endWord(arrays.words, start, end);
      if (same.some(({ postings, place }) => place === postings.#count))
        left = left.filter(({ postings, place }) => place < postings.#count);
      if (slices.isOver) await slices.next();
    }
    return writer.finish();
  }

  /** Returns the places of a word, or of all words that begin with it; `end` is exclusive. */
  placesOf(word: string, isBeginning: boolean): WordPlaces {
    const bytes = encoder.encode(word);
    const first = this.#placeOf(bytes);
    let end = first;
    while (end < this.#count && this.#fits(end, bytes, isBeginning)) end += 1;
    return { first, end };
  }

  /**
   * Adds the slots of the words at some places, if they are in `current`.
   * @param found has room for all slots
   */
  addSlots({ first, end }: WordPlaces, current: Bitmap, found: Bitmap): void {
    const [valid, words] = [current.words, found.words];
    this.#eachSlot(first, end, (slot) => {
      const index = slot >>> 5;
      words[index] = (words[index] ?? 0) | ((valid[index] ?? 0) & (1 << (slot & 31)));
    });
  }

  get #count(): number {
    return this.arrays.wordStarts.length - 1;
  }

  #eachSlot(first: number, end: number, found: (slot: number) => void): void {
    const { slotStarts, slots } = this.arrays;
    for (let word = first; word < end; word++) {
      const last = slotStarts[word + 1] ?? 0;
      let slot = 0;
      for (let place = slotStarts[word] ?? 0; place < last; ) {
        let byte = slots[place++] ?? 0;
        let difference = byte & 0x7f;
        for (let shift = 7; byte >= 0x80; shift += 7) {
          byte = slots[place++] ?? 0;
          difference |= (byte & 0x7f) << shift;
        }
        slot += difference;
        found(slot);
      }
    }
  }

  #fits(place: number, word: Uint8Array, isBeginning: boolean): boolean {
    const { words, wordStarts } = this.arrays;
    const start = wordStarts[place] ?? 0;
    const length = (wordStarts[place + 1] ?? 0) - start;
    if (isBeginning ? length < word.length : length !== word.length) return false;
    for (let at = 0; at < word.length; at++) if (words[start + at] !== word[at]) return false;
    return true;
  }

  /** Returns the place of the first word that is not before this one. */
  #placeOf(word: Uint8Array): number {
    const { words, wordStarts } = this.arrays;
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const [start, end] = [wordStarts[middle] ?? 0, wordStarts[middle + 1] ?? 0];
      if (compareBytes(words, start, end, word, 0, word.length) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function compareWords(one: WordPostings, place: number, other: WordPostings, otherPlace: number): number {
  const [a, b] = [one.arrays, other.arrays];
  return compareBytes(
    a.words,
    a.wordStarts[place] ?? 0,
    a.wordStarts[place + 1] ?? 0,
    b.words,
    b.wordStarts[otherPlace] ?? 0,
    b.wordStarts[otherPlace + 1] ?? 0,
  );
}

function compareBytes(
  one: Uint8Array,
  start: number,
  end: number,
  other: Uint8Array,
  otherStart: number,
  otherEnd: number,
): number {
  const shorter = Math.min(end - start, otherEnd - otherStart);
  for (let at = 0; at < shorter; at++) {
    const difference = (one[start + at] ?? 0) - (other[otherStart + at] ?? 0);
    if (difference !== 0) return difference;
  }
  return end - start - (otherEnd - otherStart);
}

/** Writes postings word by word, in the order of the words. */
class PostingWriter {
  #words = new Uint8Array(1024);
  #wordStarts = new Uint32Array(256);
  #slotStarts = new Uint32Array(256);
  #slots = new Uint8Array(1024);
  #count = 0;
  #length = 0;
  #lastSlot = 0;

  /** Adds a slot to the word that is ended next; higher than the one before. */
  addSlot(slot: number): void {
    if (this.#length + 5 > this.#slots.length) this.#slots = grown(this.#slots, this.#length * 1.5 + 5);
    let difference = slot - this.#lastSlot;
    this.#lastSlot = slot;
    for (; difference >= 0x80; difference >>>= 7) this.#slots[this.#length++] = (difference & 0x7f) | 0x80;
    this.#slots[this.#length++] = difference;
  }

  endWord(bytes: Uint8Array, start: number, end: number): void {
    const from = this.#wordStarts[this.#count] ?? 0;
    const to = from + end - start;
    if (to > this.#words.length) this.#words = grown(this.#words, to * 1.5);
    this.#words.set(bytes.subarray(start, end), from);
    this.#count += 1;
    if (this.#count >= this.#wordStarts.length) {
      this.#wordStarts = grown(this.#wordStarts, this.#count * 1.5 + 1);
      this.#slotStarts = grown(this.#slotStarts, this.#count * 1.5 + 1);
    }
    this.#wordStarts[this.#count] = to;
    this.#slotStarts[this.#count] = this.#length;
    this.#lastSlot = 0;
  }

  finish(): WordPostings {
    return new WordPostings({
      words: this.#words.slice(0, this.#wordStarts[this.#count]),
      wordStarts: this.#wordStarts.slice(0, this.#count + 1),
      slotStarts: this.#slotStarts.slice(0, this.#count + 1),
      slots: this.#slots.slice(0, this.#length),
    });
  }
}
