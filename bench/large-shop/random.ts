/** A seeded pseudorandom generator, so that every run on every machine uses the same data. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive) by mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns true with this probability. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** Returns an integer from `least` to `most`, both inclusive. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** Picks an element uniformly. @throws Error when there is none */
  pick<T>(from: readonly T[]): T {
    return this.#at(from, this.next());
  }

  /** Picks an element, preferring the first: of a hundred, the first comes up one time in seven. */
  pickSkewed<T>(from: readonly T[]): T {
    return this.#at(from, (from.length ** this.next() - 1) / (from.length - 1 || 1));
  }

  /** Picks `count` different elements and returns them in their original order. */
  sample<T>(from: readonly T[], count: number, pick: (from: readonly T[]) => T = (all) => this.pick(all)): T[] {
    const chosen = new Set<T>();
    while (chosen.size < Math.min(count, from.length)) chosen.add(pick(from));
    return from.filter((one) => chosen.has(one));
  }

  #at<T>(from: readonly T[], place: number): T {
    const found = from[Math.floor(place * from.length)];
    if (found === undefined) throw new Error("Cannot pick from an empty list");
    return found;
  }
}
