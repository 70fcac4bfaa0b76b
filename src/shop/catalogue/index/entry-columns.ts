import type { ShownPrices } from "./offers.ts";
import type { ListingEntry } from "./records/listing-entry.ts";
import { type Arrays, grown, SlotLists } from "./sets/slot-lists.ts";

const numbers = [
  "id",
  "position",
  "createdAt",
  "totalSales",
  "rating",
  "ratingCount",
  "lowest",
  "highest",
  "until",
] as const;

type NumberColumn = (typeof numbers)[number];

const encoder = new TextEncoder();

/** The values that products are sorted by, one typed array each, indexed by slot, so that the garbage collector visits no objects. */
export class EntryColumns implements Record<NumberColumn, Float64Array> {
  id: Float64Array = new Float64Array(0);
  position: Float64Array = new Float64Array(0);
  createdAt: Float64Array = new Float64Array(0);
  totalSales: Float64Array = new Float64Array(0);
  rating: Float64Array = new Float64Array(0);
  ratingCount: Float64Array = new Float64Array(0);
  /** Infinity for products without a price. */
  lowest: Float64Array = new Float64Array(0);
  /** -Infinity for products without a price. */
  highest: Float64Array = new Float64Array(0);
  /** When a price changes by itself (ms since 1970); Infinity: never. */
  until: Float64Array = new Float64Array(0);
  /** Names in UTF-8. */
  readonly #names: SlotLists<{ text: Uint8Array }>;

  /** @param saved arrays that `save` gave */
  constructor(saved?: Arrays) {
    const { text, starts, ends } = saved ?? {};
    const ranges = starts instanceof Uint32Array && ends instanceof Uint32Array ? { starts, ends } : undefined;
    this.#names = new SlotLists({ text: text instanceof Uint8Array ? text : new Uint8Array(0) }, ranges);
    for (const name of numbers) {
      const column = saved?.[name];
      if (column instanceof Float64Array) this[name] = column;
    }
  }

  set(slot: number, { nameKey, position, createdAt, totalSales, rating, ratingCount, id }: ListingEntry): void {
    if (slot >= this.id.length) for (const name of numbers) this[name] = grown(this[name], slot + 1);
    const values = { id, position, createdAt, totalSales, rating, ratingCount };
    for (const name of Object.keys(values) as (keyof typeof values)[]) this[name][slot] = values[name];
    const bytes = encoder.encode(nameKey);
    const start = this.#names.reserve(slot, bytes.length);
    this.#names.columns.text.set(bytes, start);
  }

  setPrices(slot: number, { lowest, highest, until }: ShownPrices): void {
    this.lowest[slot] = lowest;
    this.highest[slot] = highest;
    this.until[slot] = until;
  }

  /** Leaves nothing that a range of prices or a moment would find. */
  clear(slot: number): void {
    this.setPrices(slot, { lowest: Infinity, highest: -Infinity, isOnSale: false, until: Infinity });
    this.#names.reserve(slot, 0);
  }

  /** Compares two names by their bytes. */
  compareNames(one: number, other: number): number {
    const { text } = this.#names.columns;
    const [from, otherFrom] = [this.#names.start(one), this.#names.start(other)];
    const [length, otherLength] = [this.#names.end(one) - from, this.#names.end(other) - otherFrom];
    const shorter = Math.min(length, otherLength);
    for (let at = 0; at < shorter; at++) {
      const difference = (text[from + at] ?? 0) - (text[otherFrom + at] ?? 0);
      if (difference !== 0) return difference;
    }
    return length - otherLength;
  }

  /** Whether a name is this text, or begins with it. */
  matchName(slot: number, text: Uint8Array): "equal" | "beginning" | undefined {
    const [start, end] = [this.#names.start(slot), this.#names.end(slot)];
    if (end - start < text.length) return undefined;
    const own = this.#names.columns.text;
    for (let at = 0; at < text.length; at++) if (own[start + at] !== text[at]) return undefined;
    return end - start === text.length ? "equal" : "beginning";
  }

  /** Whether the entry would change a slot's place among others by one of these columns. */
  differs(
    slot: number,
    entry: ListingEntry,
    column: "name" | "position" | "createdAt" | "totalSales" | "rating",
  ): boolean {
    if (column === "name") return this.matchName(slot, encoder.encode(entry.nameKey)) !== "equal";
    if (column === "rating") return this.rating[slot] !== entry.rating || this.ratingCount[slot] !== entry.ratingCount;
    return this[column][slot] !== entry[column];
  }

  save(slotCount: number): Arrays {
    const columns = numbers.map((name) => {
      const column = this[name].length < slotCount ? grown(this[name], slotCount) : this[name];
      return [name, column.subarray(0, slotCount)] as const;
    });
    return { ...Object.fromEntries(columns), ...this.#names.save(slotCount) };
  }
}
