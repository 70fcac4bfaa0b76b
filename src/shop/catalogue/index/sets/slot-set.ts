import { Bitmap, countOf } from "./bitmap.ts";

/** Slots with the same upper bits: as sorted lower bits, or as a bit for each once that takes less room. */
type Chunk = Uint16Array | Uint32Array;

const chunkSize = 65_536;
const wordsPerChunk = chunkSize / 32;
/** More members than this take less room as bits. */
const maxListed = 4_096;

/**
 * A compressed set of slots in the manner of Roaring bitmaps: 2 bytes a member where there are few, 1 bit a slot where there are
 * many. Results of operations are plain bitmaps, which live for one answer.
 */
export class SlotSet {
  readonly #chunks: (Chunk | undefined)[] = [];
  /** Members by chunk. */
  readonly #sizes: number[] = [];

  get size(): number {
    let size = 0;
    for (const one of this.#sizes) size += one;
    return size;
  }

  add(slot: number): void {
    const [at, low] = [slot >>> 16, slot & 0xff_ff];
    const chunk = this.#chunks[at] ?? new Uint16Array(0);
    const size = this.#sizeAt(at);
    if (chunk instanceof Uint32Array) {
      const [index, bit] = [low >>> 5, 1 << (low & 31)];
      const word = chunk[index] ?? 0;
      if ((word & bit) === 0) this.#sizes[at] = size + 1;
      chunk[index] = word | bit;
      return;
    }
    const place = placeOf(chunk, size, low);
    if (place < size && chunk[place] === low) return;
    if (size === maxListed) {
      this.#chunks[at] = bitsOf(chunk);
      this.add(slot);
      return;
    }
    const list = size < chunk.length ? chunk : enlarged(chunk);
    list.copyWithin(place + 1, place, size);
    list[place] = low;
    for (let missing = this.#chunks.length; missing < at; missing++) this.#sizes[missing] = 0;
    this.#chunks[at] = list;
    this.#sizes[at] = size + 1;
  }

  delete(slot: number): void {
    const [at, low] = [slot >>> 16, slot & 0xff_ff];
    const chunk = this.#chunks[at];
    if (!chunk) return;
    const size = this.#sizeAt(at);
    if (chunk instanceof Uint32Array) {
      const [index, bit] = [low >>> 5, 1 << (low & 31)];
      const word = chunk[index] ?? 0;
      if ((word & bit) !== 0) this.#sizes[at] = size - 1;
      chunk[index] = word & ~bit;
      return;
    }
    const place = placeOf(chunk, size, low);
    if (place === size || chunk[place] !== low) return;
    chunk.copyWithin(place, place + 1, size);
    this.#sizes[at] = size - 1;
  }

  has(slot: number): boolean {
    const chunk = this.#chunks[slot >>> 16];
    const low = slot & 0xff_ff;
    if (chunk instanceof Uint32Array) return (((chunk[low >>> 5] ?? 0) >>> (low & 31)) & 1) === 1;
    if (!chunk) return false;
    const size = this.#sizeAt(slot >>> 16);
    const place = placeOf(chunk, size, low);
    return place < size && chunk[place] === low;
  }

  /** Adds the members to a bitmap that has room for them. */
  addTo({ words }: Bitmap): void {
    this.#each(
      (chunk, from) => {
        const length = Math.min(wordsPerChunk, words.length - from);
        for (let index = 0; index < length; index++)
          words[from + index] = (words[from + index] ?? 0) | (chunk[index] ?? 0);
      },
      (index, bit) => {
        words[index] = (words[index] ?? 0) | bit;
      },
    );
  }

  /** Returns the members that are in the bitmap too. */
  within({ words }: Bitmap): Bitmap {
    const found = new Uint32Array(words.length);
    this.#each(
      (chunk, from) => {
        const length = Math.min(wordsPerChunk, words.length - from);
        for (let index = 0; index < length; index++)
          found[from + index] = (words[from + index] ?? 0) & (chunk[index] ?? 0);
      },
      (index, bit) => {
        if (index < found.length) found[index] = (found[index] ?? 0) | ((words[index] ?? 0) & bit);
      },
    );
    return new Bitmap(found);
  }

  /** Returns how many members are in the bitmap too. */
  sizeWithin({ words }: Bitmap): number {
    let size = 0;
    for (let at = 0; at < this.#chunks.length; at++) {
      const chunk = this.#chunks[at];
      const from = at * wordsPerChunk;
      if (chunk instanceof Uint32Array) size += bitsWithin(chunk, words, from);
      else if (chunk) size += membersWithin(chunk, this.#sizeAt(at), words, from);
    }
    return size;
  }

  /** The chunks that are not empty, by number, to be written to a file. */
  *chunks(): Iterable<{ number: number; chunk: Chunk; size: number }> {
    for (const [number, chunk] of this.#chunks.entries()) {
      const size = this.#sizeAt(number);
      if (chunk && size > 0)
        yield { number, chunk: chunk instanceof Uint32Array ? chunk : chunk.subarray(0, size), size };
    }
  }

  /** Takes over a chunk as `chunks` gave it. */
  putChunk(number: number, chunk: Chunk, size: number): void {
    for (let missing = this.#chunks.length; missing < number; missing++) this.#sizes[missing] = 0;
    this.#chunks[number] = chunk;
    this.#sizes[number] = size;
  }

  #sizeAt(at: number): number {
    return this.#sizes[at] ?? 0;
  }

  /** @param ofBits takes a chunk of bits and the index of its first word @param ofMember takes a member's word and bit */
  #each(ofBits: (chunk: Uint32Array, from: number) => void, ofMember: (index: number, bit: number) => void): void {
    for (let at = 0; at < this.#chunks.length; at++) {
      const chunk = this.#chunks[at];
      const from = at * wordsPerChunk;
      if (chunk instanceof Uint32Array) ofBits(chunk, from);
      else if (chunk) {
        const size = this.#sizeAt(at);
        for (let place = 0; place < size; place++) {
          const low = chunk[place] ?? 0;
          ofMember(from + (low >>> 5), 1 << (low & 31));
        }
      }
    }
  }
}

/** Returns the slots that are in any of some sets. */
export function anyOf(sets: readonly Pick<SlotSet, "addTo">[], slotCount: number): Bitmap {
  const found = Bitmap.ofSize(slotCount);
  for (const set of sets) set.addTo(found);
  return found;
}

/** Returns how many bits of a chunk are set in the words from `from` on too. Loops of their own are compiled best. */
function bitsWithin(chunk: Uint32Array, words: Uint32Array, from: number): number {
  const length = Math.min(wordsPerChunk, words.length - from);
  let size = 0;
  for (let index = 0; index < length; index++) size += countOf((words[from + index] ?? 0) & (chunk[index] ?? 0));
  return size;
}

/** Returns how many of the first `count` members of a chunk are set in the words from `from` on. */
function membersWithin(chunk: Uint16Array, count: number, words: Uint32Array, from: number): number {
  let size = 0;
  for (let place = 0; place < count; place++) {
    const low = chunk[place] ?? 0;
    size += ((words[from + (low >>> 5)] ?? 0) >>> (low & 31)) & 1;
  }
  return size;
}

/** Returns where a member is in a sorted list, or would be. */
function placeOf(list: Uint16Array, size: number, member: number): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] ?? 0) < member) low = middle + 1;
    else high = middle;
  }
  return low;
}

function bitsOf(list: Uint16Array): Uint32Array {
  const bits = new Uint32Array(wordsPerChunk);
  for (const low of list) bits[low >>> 5] = (bits[low >>> 5] ?? 0) | (1 << (low & 31));
  return bits;
}

function enlarged(list: Uint16Array): Uint16Array {
  const larger = new Uint16Array(Math.min(maxListed, Math.max(4, Math.ceil(list.length * 1.5))));
  larger.set(list);
  return larger;
}
