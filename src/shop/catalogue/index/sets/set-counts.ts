import type { Bitmap } from "./bitmap.ts";
import { type Arrays, grown, SlotLists } from "./slot-lists.ts";

/** Places that count everything they show. */
export type Place = "listing" | "search";

/** Numbers take 16 bits until one needs more: counting is mostly waiting for memory. */
type NumberLists = SlotLists<{ numbers: Uint16Array | Uint32Array }>;

const maxShort = 0xff_ff;

/** The numbers of the sets that a slot is in. */
export interface SlotSets {
  /** Sets whose sizes filter panels show. */
  counted: readonly number[];
  others: readonly number[];
}

/** The counts as stored in a snapshot. */
export interface SavedCounts {
  counted: Arrays;
  others: Arrays;
  totals: Record<Place, Uint32Array>;
}

/**
 * The numbers of the sets that each slot is in, and how many of all that a place shows are in each counted one. Counting all
 * of those within a choice takes one look at each of its members, or at each of those that it leaves out, whichever are fewer.
 */
export class SetCounts {
  readonly #counted: NumberLists;
  readonly #others: NumberLists;
  readonly #totals: Record<Place, Uint32Array>;

  constructor(saved?: SavedCounts) {
    this.#counted = listsOf(saved?.counted);
    this.#others = listsOf(saved?.others);
    this.#totals = saved?.totals ?? { listing: new Uint32Array(0), search: new Uint32Array(0) };
  }

  /** Notes the sets that a slot is in. @param places where it is shown @param before where it was shown until now */
  put(slot: number, { counted, others }: SlotSets, places: readonly Place[], before: readonly Place[]): void {
    this.#total(slot, before, -1);
    putInto(this.#counted, slot, counted);
    putInto(this.#others, slot, others);
    this.#total(slot, places, 1);
  }

  /** The numbers of all sets that a slot is in. */
  of(slot: number): number[] {
    return [...numbersOf(this.#counted, slot), ...numbersOf(this.#others, slot)];
  }

  /** Returns how many of some slots are in each counted set, by its number. @param shown all that the place shows, with these among them */
  countWithin(slots: Bitmap, place: Place, shown: Bitmap): Uint32Array {
    const totals = this.#totals[place];
    const isMost = shown.size <= slots.size * 2;
    const counts = isMost ? totals.slice() : new Uint32Array(totals.length);
    const [all, chosen] = [shown.words, slots.words];
    for (let index = 0; index < all.length; index++) {
      const own = chosen[index] ?? 0;
      if (isMost) this.#add(counts, index, (all[index] ?? 0) & ~own, -1);
      else this.#add(counts, index, own, 1);
    }
    return counts;
  }

  save(slotCount: number): SavedCounts {
    return { counted: this.#counted.save(slotCount), others: this.#others.save(slotCount), totals: this.#totals };
  }

  /** Adds `by` to the counts of all sets that the slots of a bitmap's word are in. */
  #add(counts: Uint32Array, index: number, bits: number, by: number): void {
    const { columns, starts, ends } = this.#counted;
    const { numbers } = columns;
    for (let word = bits; word !== 0; word &= word - 1) {
      const slot = index * 32 + 31 - Math.clz32(word & -word);
      const end = ends[slot] ?? 0;
      for (let at = starts[slot] ?? 0; at < end; at++) {
        const number = numbers[at] ?? 0;
        counts[number] = (counts[number] ?? 0) + by;
      }
    }
  }

  #total(slot: number, places: readonly Place[], by: number): void {
    for (const place of places)
      for (const number of numbersOf(this.#counted, slot)) {
        if (number >= this.#totals[place].length) this.#totals[place] = grown(this.#totals[place], number + 1);
        this.#totals[place][number] = (this.#totals[place][number] ?? 0) + by;
      }
  }
}

function listsOf({ numbers, starts, ends }: Arrays = {}): NumberLists {
  const ranges = starts instanceof Uint32Array && ends instanceof Uint32Array ? { starts, ends } : undefined;
  const known = numbers instanceof Uint16Array || numbers instanceof Uint32Array ? numbers : new Uint16Array(0);
  return new SlotLists({ numbers: known }, ranges);
}

function putInto(lists: NumberLists, slot: number, numbers: readonly number[]): void {
  const start = lists.reserve(slot, numbers.length);
  const { columns } = lists;
  if (columns.numbers instanceof Uint16Array && numbers.some((number) => number > maxShort))
    lists.columns = { numbers: Uint32Array.from(columns.numbers) };
  lists.columns.numbers.set(numbers, start);
}

function numbersOf(lists: NumberLists, slot: number): Uint16Array | Uint32Array {
  return lists.columns.numbers.subarray(lists.start(slot), lists.end(slot));
}
