import type { Compare } from "../sort-orders.ts";
import type { TimeSlices } from "../time-slices.ts";
import type { Bitmap } from "./bitmap.ts";
import { grown } from "./slot-lists.ts";

/** All slots in one order. Many are taken out or put in at once by moving what is between them. */
export class SortedSlots {
  #slots: Uint32Array;
  #length: number;

  /** @param slots in the order */
  constructor(slots: Uint32Array = new Uint32Array(0)) {
    this.#slots = slots;
    this.#length = slots.length;
  }

  get all(): Uint32Array {
    return this.#slots.subarray(0, this.#length);
  }

  /**
   * Takes slots out, by the keys that they were put in with.
   * @throws when one of them is not where it must be
   */
  remove(slots: readonly number[], compare: Compare): void {
    const places = slots.map((slot) => {
      const place = this.placeOf((other) => compare(other, slot));
      if (this.#slots[place] !== slot) throw new Error("A sorted list has lost its order");
      return place;
    });
    places.sort((one, other) => one - other);
    for (const [index, place] of places.entries())
      this.#slots.copyWithin(place - index, place + 1, places[index + 1] ?? this.#length);
    this.#length -= places.length;
  }

  /** Puts slots in. */
  insert(slots: readonly number[], compare: Compare): void {
    const sorted = [...slots].sort(compare);
    const places = sorted.map((slot) => this.placeOf((other) => compare(other, slot)));
    if (this.#length + sorted.length > this.#slots.length)
      this.#slots = grown(this.#slots, this.#length + sorted.length);
    let end = this.#length;
    for (let index = sorted.length - 1; index >= 0; index--) {
      const place = places[index] ?? 0;
      this.#slots.copyWithin(place + index + 1, place, end);
      this.#slots[place + index] = sorted[index] ?? 0;
      end = place;
    }
    this.#length += sorted.length;
  }

  /** Returns the first place whose slot is not before the one looked for. @param compare negative for slots before it */
  placeOf(compare: (slot: number) => number): number {
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(this.#slots[middle] ?? 0) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns `limit` of the slots that are in the set, after the first `skipped`; from the end of the order if `isReversed`. */
  page(set: Bitmap, skipped: number, limit: number, isReversed: boolean): number[] {
    const page: number[] = [];
    let seen = 0;
    for (let place = 0; place < this.#length && page.length < limit; place++) {
      const slot = this.#slots[isReversed ? this.#length - 1 - place : place] ?? 0;
      if (!set.has(slot)) continue;
      seen += 1;
      if (seen > skipped) page.push(slot);
    }
    return page;
  }
}

const runLength = 2_048;

/** Sorts in slices of time: runs of 2,048, then merges of two neighbours until there is one. */
export async function sortInSlices(slots: Uint32Array, compare: Compare, slices: TimeSlices): Promise<Uint32Array> {
  for (let from = 0; from < slots.length; from += runLength) {
    slots.subarray(from, from + runLength).sort(compare);
    if (slices.isOver) await slices.next();
  }
  let source: Uint32Array = slots;
  let target: Uint32Array = new Uint32Array(slots.length);
  for (let length = runLength; length < slots.length; length *= 2) {
    let [left, right, leftEnd, rightEnd] = [0, 0, 0, 0];
    for (let place = 0; place < slots.length; place++) {
      if (place === rightEnd) {
        [left, right] = [place, Math.min(place + length, slots.length)];
        [leftEnd, rightEnd] = [right, Math.min(right + length, slots.length)];
      }
      const takesLeft = left < leftEnd && (right === rightEnd || compare(source[left] ?? 0, source[right] ?? 0) <= 0);
      target[place] = source[takesLeft ? left++ : right++] ?? 0;
      if ((place & 1023) === 0 && slices.isOver) await slices.next();
    }
    [source, target] = [target, source];
  }
  return source;
}

/**
 * Returns `limit` of the members after the first `skipped`, in order: for few members. Looks at
 * each member once and holds as many as the page and what it skips.
 */
export function selectPage(members: Iterable<number>, compare: Compare, skipped: number, limit: number): number[] {
  const wanted = skipped + limit;
  let best: number[] = [];
  let last: number | undefined;
  for (const member of members) {
    if (last !== undefined && compare(member, last) > 0) continue;
    best.push(member);
    // Sorted now and then, not for each member: a page costs one comparison for most members.
    if (best.length >= wanted * 2 + 1_000) {
      best = best.sort(compare).slice(0, wanted);
      last = best.at(-1);
    }
  }
  return best.sort(compare).slice(skipped, wanted);
}
