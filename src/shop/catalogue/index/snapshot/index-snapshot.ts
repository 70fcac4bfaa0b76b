import { EntryColumns } from "../entry-columns.ts";
import { Offers } from "../offers.ts";
import { ProductOrders } from "../product-orders.ts";
import { ProductSets, type SetParts } from "../product-sets.ts";
import { Bitmap } from "../sets/bitmap.ts";
import { NamedSets } from "../sets/named-sets.ts";
import { SetCounts } from "../sets/set-counts.ts";
import type { Arrays } from "../sets/slot-lists.ts";
import { SlotSet } from "../sets/slot-set.ts";
import { SortedSlots } from "../sets/sorted-slots.ts";
import { WordPostings } from "../sets/word-postings.ts";
import { type WordPart, WordSets } from "../sets/word-sets.ts";
import { type StoredOrder, storedOrders } from "../sort-orders.ts";
import { type Snapshot, UnusableSnapshot } from "./snapshot-file.ts";

/** Metadata of a snapshot. */
export interface SnapshotMeta {
  /** Position in the change log: everything before it is in the snapshot. */
  cursor: string;
  /** Result of `readSchema` before the sets were made. */
  schema: string;
  /** The settings that its prices are shown by. */
  pricing: string;
}

interface Meta extends SnapshotMeta {
  slotCount: number;
  setNames: string[];
  taxClasses: (string | null)[];
  partCount: number;
}

/** Numbers for each chunk of a set: the set, the chunk, whether it is bits, and its members. */
const numbersPerChunk = 4;

/** Gives the sets as arrays, without a copy of the large ones. */
export function toSnapshot(products: ProductSets, about: SnapshotMeta): Snapshot {
  const { columns, offers, sets, counts, words, orders, free, slotCount } = products.parts;
  const { counted, others, totals } = counts.save(slotCount);
  const { prints, parts } = words.save(slotCount);
  const arrays: Arrays = {
    ...prefixed("columns", columns.save(slotCount)),
    ...prefixed("offers", offers.save(slotCount)),
    ...prefixed("counted", counted),
    ...prefixed("others", others),
    ...prefixed("totals", totals),
    ...prefixed("sets", setArrays([...sets.all.values()])),
    ...prefixed("orders", Object.fromEntries([...orders.all].map(([sort, order]) => [sort, order.all]))),
    free: Uint32Array.from(free),
    prints,
  };
  for (const [at, { postings, current }] of parts.entries())
    Object.assign(arrays, prefixed(`words${at}`, { ...postings.arrays, current: current.words }));
  const meta: Meta = {
    ...about,
    slotCount,
    setNames: [...sets.all.keys()],
    taxClasses: offers.taxClasses,
    partCount: parts.length,
  };
  return { meta, arrays };
}

/** Makes sets of what `toSnapshot` gave. @throws UnusableSnapshot when something is missing */
export function fromSnapshot({ meta, arrays }: Snapshot): { products: ProductSets; about: SnapshotMeta } {
  const { slotCount, setNames, taxClasses, partCount, ...about } = meta as Meta;
  const words = Array.from({ length: partCount }, (_, at) => partOf(unprefixed(`words${at}`, arrays)));
  const totals = unprefixed("totals", arrays);
  const orders = unprefixed("orders", arrays);
  const columns = new EntryColumns(unprefixed("columns", arrays));
  const parts: SetParts = {
    columns,
    offers: new Offers({ arrays: unprefixed("offers", arrays), taxClasses }),
    sets: new NamedSets(setsOf(setNames, unprefixed("sets", arrays))),
    counts: new SetCounts({
      counted: unprefixed("counted", arrays),
      others: unprefixed("others", arrays),
      totals: { listing: wholeNumbers(totals.listing), search: wholeNumbers(totals.search) },
    }),
    words: new WordSets({ prints: decimals(arrays.prints), parts: words }),
    orders: new ProductOrders(
      columns,
      new Map(
        (Object.keys(storedOrders) as StoredOrder[]).map((sort) => [sort, new SortedSlots(wholeNumbers(orders[sort]))]),
      ),
    ),
    free: [...wholeNumbers(arrays.free)],
    slotCount,
  };
  return { products: new ProductSets(parts), about };
}

function setArrays(sets: readonly SlotSet[]): Arrays {
  const directory: number[] = [];
  const [lists, bits]: [Uint16Array[], Uint32Array[]] = [[], []];
  for (const [at, set] of sets.entries())
    for (const { number, chunk, size } of set.chunks()) {
      const isBits = chunk instanceof Uint32Array;
      directory.push(at, number, isBits ? 1 : 0, size);
      if (isBits) bits.push(chunk);
      else lists.push(chunk);
    }
  return {
    directory: Uint32Array.from(directory),
    lists: joined(Uint16Array, lists),
    bits: joined(Uint32Array, bits),
  };
}

function setsOf(names: readonly string[], { directory, lists, bits }: Arrays): Map<string, SlotSet> {
  const sets = names.map(() => new SlotSet());
  const chunks = wholeNumbers(directory);
  let [listed, ofBits] = [0, 0];
  for (let at = 0; at < chunks.length; at += numbersPerChunk) {
    const [set = 0, number = 0, isBits = 0, size = 0] = chunks.subarray(at, at + numbersPerChunk);
    if (isBits) sets[set]?.putChunk(number, wholeNumbers(bits).slice(ofBits, (ofBits += 2_048)), size);
    else if (lists instanceof Uint16Array) sets[set]?.putChunk(number, lists.slice(listed, (listed += size)), size);
  }
  return new Map(names.map((name, at) => [name, sets[at] ?? new SlotSet()]));
}

function partOf({ words, wordStarts, slotStarts, slots, current }: Arrays): WordPart {
  if (!(words instanceof Uint8Array && slots instanceof Uint8Array)) throw new UnusableSnapshot("no words");
  const postings = new WordPostings({
    words,
    slots,
    wordStarts: wholeNumbers(wordStarts),
    slotStarts: wholeNumbers(slotStarts),
  });
  return { postings, current: new Bitmap(wholeNumbers(current)) };
}

function joined<Part extends Uint16Array | Uint32Array>(
  kind: new (length: number) => Part,
  parts: readonly Part[],
): Part {
  const all = new kind(parts.reduce((length, part) => length + part.length, 0));
  let from = 0;
  for (const part of parts) {
    all.set(part, from);
    from += part.length;
  }
  return all;
}

function prefixed(prefix: string, arrays: Readonly<Arrays>): Arrays {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [`${prefix}.${name}`, array]));
}

function unprefixed(prefix: string, arrays: Arrays): Arrays {
  const own = Object.entries(arrays).filter(([name]) => name.startsWith(`${prefix}.`));
  if (own.length === 0) throw new UnusableSnapshot(`no ${prefix}`);
  return Object.fromEntries(own.map(([name, array]) => [name.slice(prefix.length + 1), array]));
}

function wholeNumbers(array: Arrays[string] | undefined): Uint32Array {
  if (!(array instanceof Uint32Array)) throw new UnusableSnapshot("an array is missing");
  return array;
}

function decimals(array: Arrays[string] | undefined): Float64Array {
  if (!(array instanceof Float64Array)) throw new UnusableSnapshot("an array is missing");
  return array;
}
