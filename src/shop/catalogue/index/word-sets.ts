import { hash } from "node:crypto";
import { Bitmap } from "./bitmap.ts";
import { WordPostings } from "./word-postings.ts";

/** Texts that are looked through one by one: beyond it they become postings. */
const mostTexts = 2_000;
/** Postings beside each other: beyond it the smallest become one. */
const mostParts = 64;
/** So many at a time: few enough for a short pause, and none is written again and again. */
const partsMerged = 8;

/** Of a slot that has no words yet. */
const noPrint = -1;

/** Postings, and of the slots in them those that still have the words they say. */
interface Part {
  postings: WordPostings;
  current: Bitmap;
}

/**
 * Which slots have which words. What changed lately is looked through, the rest is in postings that never change; a slot
 * that was emptied or has other words since is left out of what they find.
 */
export class WordSets {
  /** Words by slot, between blanks. */
  readonly #texts = new Map<number, string>();
  /** A print of the words that a slot has, 48 bits of a hash: most changes of a product leave them as they are. */
  #prints = new Float64Array(64).fill(noPrint);
  #parts: Part[] = [];

  /** Gives a slot these words instead of those it had. @param words each once, parted by single blanks; "" for none */
  put(slot: number, words: string): void {
    const print = hash("sha1", words, "buffer").readUIntBE(0, 6);
    if (this.#prints[slot] === print) return;
    this.remove(slot);
    this.#setPrint(slot, print);
    if (words === "") return;
    this.#texts.set(slot, ` ${words} `);
    if (this.#texts.size >= mostTexts) this.#postTexts();
  }

  remove(slot: number): void {
    this.#setPrint(slot, noPrint);
    this.#texts.delete(slot);
    for (const { current } of this.#parts) current.delete(slot);
  }

  /** The slots with a word, or with any that begins with it. */
  find(word: string, isBeginning: boolean): Bitmap {
    const found = new Bitmap();
    for (const { postings, current } of this.#parts)
      for (const slot of postings.find(word, isBeginning)) if (current.has(slot)) found.add(slot);
    const wanted = isBeginning ? ` ${word}` : ` ${word} `;
    for (const [slot, text] of this.#texts) if (text.includes(wanted)) found.add(slot);
    return found;
  }

  #setPrint(slot: number, print: number): void {
    if (slot >= this.#prints.length) {
      const larger = new Float64Array(Math.max(slot + 1, this.#prints.length * 2)).fill(noPrint);
      larger.set(this.#prints);
      this.#prints = larger;
    }
    this.#prints[slot] = print;
  }

  #postTexts(): void {
    this.#parts.push(partOf(this.#texts.keys(), pairsIn(this.#texts)));
    this.#texts.clear();
    if (this.#parts.length < mostParts) return;
    this.#parts.sort((one, other) => other.current.size - one.current.size);
    const smallest = this.#parts.splice(-partsMerged);
    this.#parts.push(partOf(Bitmap.anyOf(smallest.map(({ current }) => current)).members(), currentPairs(smallest)));
  }
}

function partOf(slots: Iterable<number>, pairs: Iterable<readonly [string, number]>): Part {
  const current = new Bitmap();
  for (const slot of slots) current.add(slot);
  return { postings: WordPostings.of(pairs), current };
}

function* pairsIn(texts: ReadonlyMap<number, string>): Iterable<readonly [string, number]> {
  for (const [slot, text] of texts) for (const word of text.trim().split(" ")) yield [word, slot];
}

function* currentPairs(parts: readonly Part[]): Iterable<readonly [string, number]> {
  for (const { postings, current } of parts) for (const pair of postings.pairs()) if (current.has(pair[1])) yield pair;
}
