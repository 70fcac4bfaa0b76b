import type { ListingEntry } from "../records/listing-entry.ts";
import type { Bitmap } from "./bitmap.ts";
import { anyOf, SlotSet } from "./slot-set.ts";

const empty = new SlotSet();

/** Sets of slots by name, each with a number in the order in which they were made. */
export class NamedSets {
  readonly #sets: Map<string, SlotSet>;
  readonly #numbers = new Map<string, number>();
  readonly #byNumber: SlotSet[];

  constructor(sets = new Map<string, SlotSet>()) {
    this.#sets = sets;
    for (const name of sets.keys()) this.#numbers.set(name, this.#numbers.size);
    this.#byNumber = [...sets.values()];
  }

  get all(): ReadonlyMap<string, SlotSet> {
    return this.#sets;
  }

  /** Returns the set of a name, for reading: names that readers ask for make no sets. */
  get(name: string): Pick<SlotSet, "has" | "addTo" | "within" | "sizeWithin"> {
    return this.#sets.get(name) ?? empty;
  }

  /** Returns the number of a set, if there is one. */
  numberOf(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  /** Returns the number of a set; it is made if there is none. */
  make(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const [number, set] = [this.#byNumber.length, new SlotSet()];
    this.#sets.set(name, set);
    this.#numbers.set(name, number);
    this.#byNumber.push(set);
    return number;
  }

  /** Returns the set of a number that `make` gave, for changing it. */
  at(number: number): SlotSet {
    const set = this.#byNumber[number];
    if (!set) throw new Error(`There is no set ${number}`);
    return set;
  }

  /** Returns the slots below `slotCount` that are in any of the sets. */
  anyOf(names: readonly string[], slotCount: number): Bitmap {
    return anyOf(
      names.map((name) => this.get(name)),
      slotCount,
    );
  }
}

/** Returns the names of the sets that a product is in, whatever it costs. */
export function setsOf(entry: ListingEntry): string[] {
  const stars = Math.round(entry.rating);
  return [
    ...(entry.isListed ? ["listing"] : []),
    ...(entry.isSearchable ? ["search"] : []),
    ...(entry.isInStock ? ["stock"] : []),
    ...(entry.isFeatured ? ["featured"] : []),
    ...(entry.isExternal ? ["external"] : []),
    ...(stars > 0 ? [`rating:${stars}`] : []),
    ...entry.categoryIds.map((id) => `category:${id}`),
    ...entry.tagIds.map((id) => `tag:${id}`),
    ...entry.values.map((value) => `value:${value}`),
  ];
}

/** Whether filter panels count the members of a set by looking at each product. */
export function isCounted(name: string): boolean {
  return /^(?:category|value|rating):/.test(name);
}
