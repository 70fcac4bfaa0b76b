/**
 * SHA-256 of short ASCII texts. The browser's own function answers by promise, which costs more than the hash of so short
 * a text, and exists on secure origins only. Source: FIPS 180-4.
 */
export class Sha256 {
  /** Fractional parts of roots of the first primes, as 32 bits (sections 4.2.2 and 5.3.3). */
  readonly #constants: Int32Array;
  readonly #initial: Int32Array;
  readonly #schedule = new Int32Array(64);

  constructor() {
    const bits = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;
    const primes: number[] = [];
    for (let candidate = 2; primes.length < 64; candidate++)
      if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
    this.#constants = Int32Array.from(primes, (prime) => bits(Math.cbrt(prime)));
    this.#initial = Int32Array.from(primes.slice(0, 8), (prime) => bits(Math.sqrt(prime)));
  }

  /** Returns the first 32 bits of a text's hash. */
  firstWord(text: string): number {
    const words = paddedWords(text);
    const state = Int32Array.from(this.#initial);
    for (let start = 0; start < words.length; start += 16) this.#compress(state, words.subarray(start, start + 16));
    return state[0] ?? 0;
  }

  #compress(state: Int32Array, block: Int32Array): void {
    const w = this.#schedule;
    w.set(block);
    for (let i = 16; i < 64; i++) {
      const [early = 0, late = 0] = [w[i - 15], w[i - 2]];
      const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
      const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
      w[i] = (w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let i = 0; i < 64; i++) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const first = (h + s1 + ((e & f) ^ (~e & g)) + (this.#constants[i] ?? 0) + (w[i] ?? 0)) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + word;
  }
}

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** Returns a text's bytes with the padding, as big-endian words in blocks of 16. */
function paddedWords(text: string): Int32Array {
  const words = new Int32Array(((text.length + 72) >> 6) * 16);
  const set = (index: number, byte: number) => {
    words[index >> 2] = (words[index >> 2] ?? 0) | (byte << (24 - 8 * (index & 3)));
  };
  for (let index = 0; index < text.length; index++) set(index, text.charCodeAt(index));
  set(text.length, 0x80);
  words[words.length - 1] = text.length * 8;
  return words;
}
