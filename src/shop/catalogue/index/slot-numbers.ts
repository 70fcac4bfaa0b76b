import type { Bitmap } from "./bitmap.ts";

/**
 * The numbers of the sets that each slot is in, one slot's after another's in one list: counting all sets within another takes
 * one look at each of its members, where comparing the sets one by one takes a look at every slot for each.
 */
export class SlotNumbers {
  #starts = new Uint32Array(64);
  #ends = new Uint32Array(64);
  /** With what was put in before and is no slot's any more, until that is half of it. */
  #numbers = new Uint32Array(1024);
  #length = 0;
  #inUse = 0;

  /** In place of what the slot had. */
  put(slot: number, numbers: readonly number[]): void {
    this.remove(slot);
    if (this.#length + numbers.length > this.#numbers.length) this.#makeRoom(numbers.length);
    if (slot >= this.#starts.length) {
      this.#starts = grown(this.#starts, slot + 1);
      this.#ends = grown(this.#ends, slot + 1);
    }
    this.#numbers.set(numbers, this.#length);
    this.#starts[slot] = this.#length;
    this.#length += numbers.length;
    this.#ends[slot] = this.#length;
    this.#inUse += numbers.length;
  }

  remove(slot: number): void {
    const [start = 0, end = 0] = [this.#starts[slot], this.#ends[slot]];
    this.#inUse -= end - start;
    if (slot < this.#starts.length) this.#ends[slot] = start;
  }

  /** How many of the slots have each number, by number; `size`: one more than the highest number. */
  countIn(slots: Bitmap, size: number): Uint32Array {
    const counts = new Uint32Array(size);
    const [starts, ends, numbers, { words }] = [this.#starts, this.#ends, this.#numbers, slots];
    for (let index = 0; index < words.length; index++)
      for (let word = words[index] ?? 0; word !== 0; word &= word - 1) {
        const slot = index * 32 + 31 - Math.clz32(word & -word);
        const end = ends[slot] ?? 0;
        for (let place = starts[slot] ?? 0; place < end; place++) {
          const number = numbers[place] ?? 0;
          counts[number] = (counts[number] ?? 0) + 1;
        }
      }
    return counts;
  }

  /** Room for so many more: by leaving out what is no slot's, and by more of it where that is not enough. */
  #makeRoom(more: number): void {
    const needed = this.#inUse + more;
    const numbers = new Uint32Array(Math.max(1024, needed * 2));
    let length = 0;
    for (let slot = 0; slot < this.#starts.length; slot++) {
      const own = this.#numbers.subarray(this.#starts[slot], this.#ends[slot]);
      numbers.set(own, length);
      this.#starts[slot] = length;
      length += own.length;
      this.#ends[slot] = length;
    }
    this.#numbers = numbers;
    this.#length = length;
  }
}

function grown(numbers: Uint32Array, least: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(least, numbers.length * 2));
  larger.set(numbers);
  return larger;
}
