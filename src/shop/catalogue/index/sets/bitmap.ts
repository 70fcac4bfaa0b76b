/**
 * A set of small whole numbers, one bit each. It grows as it must; what it has no room for is not in it. Set operations may
 * return an operand itself to save memory, so change only bitmaps that you created.
 */
export class Bitmap {
  #words: Uint32Array;

  constructor(words: Uint32Array = new Uint32Array(0)) {
    this.#words = words;
  }

  /** Returns an empty bitmap with room for members below `size`. */
  static ofSize(size: number): Bitmap {
    return new Bitmap(new Uint32Array(Math.ceil(size / 32)));
  }

  has(member: number): boolean {
    return (((this.#words[member >>> 5] ?? 0) >>> (member & 31)) & 1) === 1;
  }

  add(member: number): void {
    const index = member >>> 5;
    if (index >= this.#words.length) {
      const larger = new Uint32Array(Math.max(64, index + 1, this.#words.length * 2));
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words[index] = (this.#words[index] ?? 0) | (1 << (member & 31));
  }

  delete(member: number): void {
    const index = member >>> 5;
    if (index < this.#words.length) this.#words[index] = (this.#words[index] ?? 0) & ~(1 << (member & 31));
  }

  /** Returns the intersection of this bitmap and the others. */
  and(others: readonly Bitmap[]): Bitmap {
    if (others.length === 0) return this;
    const words = this.#words.slice(0, Math.min(...others.map((one) => one.words.length)));
    for (const { words: other } of others)
      for (let index = 0; index < words.length; index++) words[index] = (words[index] ?? 0) & (other[index] ?? 0);
    return new Bitmap(words);
  }

  /** Returns the difference: members of this bitmap that are not in the other. */
  without({ words: other }: Bitmap): Bitmap {
    if (other.length === 0) return this;
    const words = this.#words.slice();
    const length = Math.min(words.length, other.length);
    for (let index = 0; index < length; index++) words[index] = (words[index] ?? 0) & ~(other[index] ?? 0);
    return new Bitmap(words);
  }

  /** Returns the union of some bitmaps. */
  static anyOf(some: readonly Bitmap[]): Bitmap {
    const [largest = new Bitmap(), ...others] = some
      .filter((one) => one.words.length > 0)
      .sort((one, other) => other.words.length - one.words.length);
    if (others.length === 0) return largest;
    const words = largest.words.slice();
    for (const { words: other } of others)
      for (let index = 0; index < other.length; index++) words[index] = (words[index] ?? 0) | (other[index] ?? 0);
    return new Bitmap(words);
  }

  get size(): number {
    const words = this.#words;
    let total = 0;
    for (let index = 0; index < words.length; index++) total += countOf(words[index] ?? 0);
    return total;
  }

  /** Returns the members in ascending order. */
  members(): number[] {
    const members: number[] = [];
    for (let index = 0; index < this.#words.length; index++)
      for (let word = this.#words[index] ?? 0; word !== 0; word &= word - 1)
        members.push(index * 32 + 31 - Math.clz32(word & -word));
    return members;
  }

  /** Returns the size of the intersection with the other. */
  sizeWith({ words: other }: Bitmap): number {
    const words = this.#words;
    const length = Math.min(words.length, other.length);
    let total = 0;
    for (let index = 0; index < length; index++) total += countOf((words[index] ?? 0) & (other[index] ?? 0));
    return total;
  }

  get words(): Uint32Array {
    return this.#words;
  }
}

/** How many bits of a word are set, in parallel: pairs, then fours, then eights, then their sum. */
export function countOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55_55_55_55);
  const fours = (pairs & 0x33_33_33_33) + ((pairs >>> 2) & 0x33_33_33_33);
  return Math.imul((fours + (fours >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}
