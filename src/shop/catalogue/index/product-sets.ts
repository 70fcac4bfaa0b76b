import type { ShowPrice } from "../../taxes/tax-terms.rules.ts";
import { indexedWords } from "../search/indexed-words.ts";
import { EntryColumns } from "./entry-columns.ts";
import { Offers, type ShownPrices } from "./offers.ts";
import { ProductChoices } from "./product-choices.ts";
import { ProductOrders } from "./product-orders.ts";
import type { ListingEntry } from "./records/listing-entry.ts";
import { isCounted, NamedSets, setsOf } from "./sets/named-sets.ts";
import { SetCounts } from "./sets/set-counts.ts";
import { WordSets } from "./sets/word-sets.ts";
import type { TimeSlices } from "./time-slices.ts";

/** The components of `ProductSets`, for saving and restoring it. */
export interface SetParts {
  columns: EntryColumns;
  offers: Offers;
  sets: NamedSets;
  counts: SetCounts;
  words: WordSets;
  orders: ProductOrders;
  free: number[];
  slotCount: number;
}

/** How prices are shown. */
export interface Pricing {
  now: Date;
  /** null: as they were entered. */
  show: ShowPrice | null;
}

const places = ["listing", "search"] as const;

/**
 * All products that a listing or a search can show, in memory: in the set of each category, tag, attribute value, star and
 * state, and in each order that a listing offers. A product has a slot, the number by which all of it is found.
 */
export class ProductSets {
  readonly #columns: EntryColumns;
  readonly #offers: Offers;
  readonly #sets: NamedSets;
  readonly #counts: SetCounts;
  readonly #words: WordSets;
  readonly #orders: ProductOrders;
  readonly #free: number[];
  readonly #choices: ProductChoices;
  /** How many slots were ever in use. */
  #slotCount: number;
  /** No price changes by itself before this moment (ms since 1970). */
  #nextDue = 0;

  constructor(parts?: SetParts) {
    this.#columns = parts?.columns ?? new EntryColumns();
    this.#offers = parts?.offers ?? new Offers();
    this.#sets = parts?.sets ?? new NamedSets();
    this.#counts = parts?.counts ?? new SetCounts();
    this.#words = parts?.words ?? new WordSets();
    this.#orders = parts?.orders ?? new ProductOrders(this.#columns);
    this.#free = parts?.free ?? [];
    this.#slotCount = parts?.slotCount ?? 0;
    const [columns, sets, counts, words, orders] = [this.#columns, this.#sets, this.#counts, this.#words, this.#orders];
    this.#choices = new ProductChoices({ columns, sets, counts, words, orders }, () => this.#slotCount);
  }

  /** Builds the sets. They answer nothing before the promise resolves. @param batches entries, no id twice */
  static async build(
    batches: AsyncIterable<Iterable<ListingEntry>>,
    pricing: Pricing,
    slices: TimeSlices,
  ): Promise<ProductSets> {
    const sets = new ProductSets();
    for await (const entries of batches)
      for (const entry of entries) {
        sets.#put(sets.#slotCount++, entry, pricing);
        if (slices.isOver) await slices.next();
        if (sets.#words.isScattered) await sets.#words.merge(slices);
      }
    await sets.#words.mergeAll(slices);
    await sets.#orders.build(sets.#slotCount, slices);
    return sets;
  }

  get parts(): SetParts {
    return {
      columns: this.#columns,
      offers: this.#offers,
      sets: this.#sets,
      counts: this.#counts,
      words: this.#words,
      orders: this.#orders,
      free: this.#free,
      slotCount: this.#slotCount,
    };
  }

  /** How many products it holds. */
  get size(): number {
    return this.#slotCount - this.#free.length;
  }

  /** Puts products in, or in the place of what was known of them, and takes others out; unknown ones are left alone. The last entry of an id counts. */
  update(entries: readonly ListingEntry[], removedIds: readonly number[], pricing: Pricing): void {
    this.#choices.forget();
    const removed = [...new Set(removedIds)].map((id) => this.#orders.slotOf(id)).filter((slot) => slot !== undefined);
    const latest = new Map(entries.map((entry) => [entry.id, entry]));
    const changed = Array.from(latest.values(), (entry) => ({ entry, slot: this.#orders.slotOf(entry.id) }));
    const moved = this.#orders.takeOut(removed, changed);
    for (const slot of removed) this.#takeOut(slot);
    const added: number[] = [];
    const repriced: { slot: number; prices: ShownPrices }[] = [];
    for (const { entry, slot } of changed) {
      const own = slot ?? this.#free.pop() ?? this.#slotCount++;
      if (slot === undefined) added.push(own);
      repriced.push(...this.#put(own, entry, pricing, slot !== undefined));
    }
    this.#orders.putIn(added, moved);
    this.#setPrices(repriced);
  }

  /** Computes the prices that have changed by themselves by `now`: a sale has begun or ended. Returns whether there were any. */
  catchUp({ now, show }: Pricing): boolean {
    const time = now.getTime();
    if (time < this.#nextDue) return false;
    const { until } = this.#columns;
    const due: number[] = [];
    this.#nextDue = Infinity;
    for (let slot = 0; slot < this.#slotCount; slot++) {
      const moment = until[slot] ?? Infinity;
      if (moment <= time) due.push(slot);
      else if (moment < this.#nextDue) this.#nextDue = moment;
    }
    if (due.length === 0) return false;
    this.#choices.forget();
    this.#setPrices(due.map((slot) => ({ slot, prices: this.#offers.shown(slot, now, show) })));
    return true;
  }

  /** Computes all prices as other settings show them, in slices of time; changes with the same settings may go on meanwhile. */
  async reprice({ now, show }: Pricing, slices: TimeSlices): Promise<void> {
    for (let from = 0; from < this.#slotCount; from += 250) {
      const slots = Array.from({ length: Math.min(250, this.#slotCount - from) }, (_, at) => from + at);
      this.#choices.forget();
      this.#setPrices(slots.map((slot) => ({ slot, prices: this.#offers.shown(slot, now, show) })));
      if (slices.isOver) await slices.next();
    }
  }

  /** Answers for readers, from the sets as they are. */
  get choices(): ProductChoices {
    return this.#choices;
  }

  get isScattered(): boolean {
    return this.#words.isScattered;
  }

  /** Tidies up after many changes of words, in slices of time; changes may go on meanwhile. */
  tidy(slices: TimeSlices): Promise<void> {
    return this.#words.merge(slices);
  }

  /** Writes all of an entry but its place in orders. Of one that was known, its new prices are left to be set. */
  #put(slot: number, entry: ListingEntry, pricing: Pricing, wasKnown = false) {
    this.#columns.set(slot, entry);
    this.#offers.put(slot, entry.offers);
    this.#putInto(slot, setsOf(entry));
    this.#words.put(slot, indexedWords(entry));
    const prices = this.#offers.shown(slot, pricing.now, pricing.show);
    if (wasKnown) return [{ slot, prices }];
    this.#columns.setPrices(slot, prices);
    this.#nextDue = Math.min(this.#nextDue, prices.until);
    if (prices.isOnSale) this.#putOnSale(slot, true);
    return [];
  }

  /** Out of everything but the orders. */
  #takeOut(slot: number): void {
    this.#putInto(slot, []);
    this.#putOnSale(slot, false);
    this.#words.remove(slot);
    this.#columns.clear(slot);
    this.#offers.put(slot, []);
    this.#free.push(slot);
  }

  /** Into these sets, and out of all others but that of what is on sale, which goes by the prices. */
  #putInto(slot: number, names: readonly string[]): void {
    const numbersOf = (some: readonly string[]) => some.map((name) => this.#sets.make(name)).sort((a, b) => a - b);
    const [counted, others] = [numbersOf(names.filter(isCounted)), numbersOf(names.filter((name) => !isCounted(name)))];
    const numbersBefore = this.#counts.of(slot);
    const numbers = [...counted, ...others];
    if (isSame(numbers, numbersBefore)) return;
    this.#choices.forgetSets();
    const placesOf = () => places.filter((place) => this.#sets.get(place).has(slot));
    const placesBefore = placesOf();
    for (const number of numbersBefore) this.#sets.at(number).delete(slot);
    for (const number of numbers) this.#sets.at(number).add(slot);
    this.#counts.put(slot, { counted, others }, placesOf(), placesBefore);
  }

  #setPrices(repriced: readonly { slot: number; prices: ShownPrices }[]): void {
    const columns = this.#columns;
    const movedBy = (column: "lowest" | "highest") =>
      repriced.filter(({ slot, prices }) => columns[column][slot] !== prices[column]).map(({ slot }) => slot);
    this.#orders.movePriced({ price: movedBy("lowest"), "price-desc": movedBy("highest") }, () => {
      for (const { slot, prices } of repriced) {
        columns.setPrices(slot, prices);
        this.#nextDue = Math.min(this.#nextDue, prices.until);
        this.#putOnSale(slot, prices.isOnSale);
      }
    });
  }

  #putOnSale(slot: number, isOnSale: boolean): void {
    const sale = this.#sets.at(this.#sets.make("sale"));
    if (isOnSale) sale.add(slot);
    else sale.delete(slot);
  }
}

function isSame(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((one, at) => one === others[at]);
}
