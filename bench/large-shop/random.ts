/** Numbers that look like chance and are the same on every machine: what is measured shall not change from run to run. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** At least 0, less than 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** True in `share` of all cases. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** One of them, all alike. @throws when there is none. */
  pick<T>(from: readonly T[]): T {
    return this.#at(from, this.next());
  }

  /** One of them, the first ones far more often: of a hundred, the first in a seventh of all cases. */
  pickSkewed<T>(from: readonly T[]): T {
    return this.#at(from, (from.length ** this.next() - 1) / (from.length - 1 || 1));
  }

  /** `count` different ones, in their order in `from`. */
  sample<T>(from: readonly T[], count: number, pick: (from: readonly T[]) => T = (all) => this.pick(all)): T[] {
    const chosen = new Set<T>();
    while (chosen.size < Math.min(count, from.length)) chosen.add(pick(from));
    return from.filter((one) => chosen.has(one));
  }

  #at<T>(from: readonly T[], place: number): T {
    const found = from[Math.floor(place * from.length)];
    if (found === undefined) throw new Error("There is nothing to choose from");
    return found;
  }
}
