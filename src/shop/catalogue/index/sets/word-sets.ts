import { hash } from "node:crypto";
import type { TimeSlices } from "../time-slices.ts";
import { Bitmap } from "./bitmap.ts";
import { grown } from "./slot-lists.ts";
import { WordPostings } from "./word-postings.ts";

/** Texts that are searched one by one; more become postings, which takes some 10 ms. */
const maxTexts = 500;
/** Postings side by side; of more the smallest are merged. */
const maxParts = 32;
const partsMerged = 8;

/** The print of a slot without words. */
const noPrint = -1;

/** Postings, and of the slots in them those that still have these words. */
export interface WordPart {
  postings: WordPostings;
  current: Bitmap;
}

/**
 * Which slots have which words. Recent changes are searched one by one, the rest is in postings that never change: a slot
 * that was emptied or has other words since is left out of what they find.
 */
export class WordSets {
  /** Words by slot, between blanks. */
  readonly #texts = new Map<number, string>();
  /** 48 bits of a hash of each slot's words: most changes of a product leave them as they are. */
  #prints: Float64Array;
  #parts: WordPart[];
  #merging: Promise<void> | undefined;

  constructor(saved?: { prints: Float64Array; parts: WordPart[] }) {
    this.#prints = saved?.prints ?? new Float64Array(64).fill(noPrint);
    this.#parts = saved?.parts ?? [];
  }

  /** Gives a slot these words instead of those it had. @param words each once, separated by single blanks; "" for none */
  put(slot: number, words: string): void {
    const print = hash("sha1", words, "buffer").readUIntBE(0, 6);
    if (this.#prints[slot] === print) return;
    this.remove(slot);
    this.#setPrint(slot, print);
    if (words === "") return;
    this.#texts.set(slot, ` ${words} `);
    if (this.#texts.size >= maxTexts) this.#postTexts();
  }

  remove(slot: number): void {
    this.#setPrint(slot, noPrint);
    this.#texts.delete(slot);
    for (const { current } of this.#parts) current.delete(slot);
  }

  /**
   * Returns the slots with a word, or with any that begins with it, and those of `others`, which an earlier call returned. If
   * there are no more, that is `others` itself.
   */
  find(word: string, isBeginning: boolean, others = new Bitmap()): Bitmap {
    const wanted = isBeginning ? ` ${word}` : ` ${word} `;
    const texts = [...this.#texts].filter(([, text]) => text.includes(wanted));
    const parts = this.#parts
      .map((part) => ({ ...part, places: part.postings.placesOf(word, isBeginning) }))
      .filter(({ places }) => places.first < places.end);
    if (texts.length + parts.length === 0) return others;
    const found = Bitmap.ofSize(this.#prints.length);
    found.words.set(others.words);
    for (const { postings, current, places } of parts) postings.addSlots(places, current, found);
    for (const [slot] of texts) found.add(slot);
    return found;
  }

  /** Whether there are so many postings that `merge` is due. */
  get isScattered(): boolean {
    return this.#parts.length >= maxParts && !this.#merging;
  }

  /** Merges the smallest postings, in slices of time; changes may go on meanwhile. */
  merge(slices: TimeSlices): Promise<void> {
    this.#merging ??= this.#mergeSmallest(partsMerged, slices).finally(() => (this.#merging = undefined));
    return this.#merging;
  }

  /** Merges everything; no changes may go on meanwhile. */
  async mergeAll(slices: TimeSlices): Promise<void> {
    await this.#merging;
    if (this.#texts.size > 0) this.#postTexts();
    while (this.#parts.length > 1) await this.#mergeSmallest(partsMerged, slices);
  }

  /** Posts what is left and returns the prints and parts to write to a file. */
  save(slotCount: number): { prints: Float64Array; parts: readonly WordPart[] } {
    if (this.#texts.size > 0) this.#postTexts();
    if (this.#prints.length < slotCount) this.#prints = grown(this.#prints, slotCount, noPrint);
    return { prints: this.#prints.subarray(0, slotCount), parts: this.#parts };
  }

  async #mergeSmallest(count: number, slices: TimeSlices): Promise<void> {
    const smallest = this.#parts
      .toSorted((one, other) => one.postings.arrays.slots.length - other.postings.arrays.slots.length)
      .slice(0, count);
    const postings = await WordPostings.merge(smallest, slices);
    // By now: a slot that was given other words meanwhile is in none of them any more.
    const current = new Bitmap();
    for (const part of smallest) for (const slot of part.current.members()) current.add(slot);
    this.#parts = [...this.#parts.filter((part) => !smallest.includes(part)), { postings, current }];
  }

  #setPrint(slot: number, print: number): void {
    if (slot >= this.#prints.length) this.#prints = grown(this.#prints, slot + 1, noPrint);
    this.#prints[slot] = print;
  }

  #postTexts(): void {
    const slotsByWord = new Map<string, number[]>();
    const current = new Bitmap();
    const slots = [...this.#texts.keys()].sort((one, other) => one - other);
    for (const slot of slots) {
      current.add(slot);
      for (const word of this.#texts.get(slot)?.trim().split(" ") ?? []) {
        const known = slotsByWord.get(word);
        if (known) known.push(slot);
        else slotsByWord.set(word, [slot]);
      }
    }
    this.#parts.push({ postings: WordPostings.of(slotsByWord), current });
    this.#texts.clear();
  }
}
