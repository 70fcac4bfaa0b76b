import type { ListingEntry } from "./listing-entry.ts";

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

/**
 * What products are ordered by, a column for each value, by slot: 100,000 objects would have to be walked through again
 * and again by the collector, a few arrays of numbers are not.
 */
export class EntryColumns {
  readonly nameKeys: string[] = [];
  id = new Float64Array(0);
  position = new Float64Array(0);
  createdAt = new Float64Array(0);
  totalSales = new Float64Array(0);
  rating = new Float64Array(0);
  ratingCount = new Float64Array(0);
  /** Infinity for what has no price. */
  lowest = new Float64Array(0);
  /** -Infinity for what has no price. */
  highest = new Float64Array(0);
  /** Infinity for what never changes its price by itself. */
  until = new Float64Array(0);

  set(slot: number, entry: ListingEntry): void {
    if (slot >= this.id.length) for (const name of numbers) this[name] = enlarged(this[name]);
    const values: Record<(typeof numbers)[number], number> = {
      ...entry,
      lowest: entry.min ?? Infinity,
      highest: entry.max ?? -Infinity,
      until: entry.until ?? Infinity,
    };
    for (const name of numbers) this[name][slot] = values[name];
    this.nameKeys[slot] = entry.nameKey;
  }

  /** Leaves nothing that a range of prices or a moment would find. */
  clear(slot: number): void {
    this.lowest[slot] = Infinity;
    this.highest[slot] = -Infinity;
    this.until[slot] = Infinity;
    this.nameKeys[slot] = "";
  }
}

function enlarged(column: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.max(64, column.length * 2));
  larger.set(column);
  return larger;
}
