import { type Amount, sum } from "#platform/money.ts";
import type { ShowPrice } from "../../taxes/tax-terms.rules.ts";
import { Bitmap } from "./bitmap.ts";
import type { Choice } from "./catalogue-index.ts";
import { EntryColumns } from "./entry-columns.ts";
import { KeptCounts } from "./kept-counts.ts";
import type { ListingEntry } from "./listing-entry.ts";
import type { ChosenFilters, ListingCounts, ListingFilter } from "./listing-filter.ts";
import { byFit, keptWords, matching } from "./match-search.ts";
import { Offers, type ShownPrices } from "./offers.ts";
import type { SearchTerms } from "./search-terms.ts";
import { type Place, SetCounts } from "./set-counts.ts";
import { anyOf, SlotSet } from "./slot-set.ts";
import { comparing, isKeptOrder, type KeptOrder, keptOrders, type SortOrder } from "./sort-orders.ts";
import { SortedSlots, selectPage, sortInSlices } from "./sorted-slots.ts";
import type { TimeSlices } from "./time-slices.ts";
import { WordSets } from "./word-sets.ts";

/** Sets of slots, by what was chosen from: one for each kind of filter that is in use. */
type Groups = ReadonlyMap<string, Bitmap>;

/** What the sets are made of; given back by `parts` and taken by the constructor. */
export interface SetParts {
  columns: EntryColumns;
  offers: Offers;
  sets: Map<string, SlotSet>;
  counts: SetCounts;
  words: WordSets;
  orders: Map<KeptOrder, SortedSlots>;
  free: number[];
  slotCount: number;
}

/** How prices are shown. */
export interface Pricing {
  now: Date;
  /** null: as they were entered. */
  show: ShowPrice | null;
}

const orderNames = Object.keys(keptOrders) as KeptOrder[];
const places = ["listing", "search"] as const;
const priceOrders = ["price", "price-desc"] as const;

/**
 * All products that a listing or a search can show, in memory: in the set of each category, tag, attribute value, star and
 * state, and in each order that a listing offers. A product has a slot, the number by which all of it is found.
 */
export class ProductSets {
  readonly #columns: EntryColumns;
  readonly #offers: Offers;
  readonly #sets: Map<string, SlotSet>;
  /** Each set's number, in the order in which they were made. */
  readonly #setNumbers = new Map<string, number>();
  /** The sets by number. */
  readonly #setList: SlotSet[];
  readonly #counts: SetCounts;
  readonly #words: WordSets;
  readonly #orders: Map<KeptOrder, SortedSlots>;
  readonly #free: number[];
  /** How many slots were ever in use. */
  #slotCount: number;
  /** The unions of some categories, by their list, until a product changes. */
  #byCategories = new WeakMap<readonly number[], Bitmap>();
  /** What a search finds, until a product changes. */
  #bySearch = new WeakMap<SearchTerms, Bitmap>();
  /** What a place shows, until a product changes. */
  readonly #shown = new Map<Place, Bitmap>();
  readonly #keptCounts = new KeptCounts();
  /** No price changes by itself before this moment (ms since 1970). */
  #nextDue = 0;

  constructor(parts?: SetParts) {
    this.#columns = parts?.columns ?? new EntryColumns();
    this.#offers = parts?.offers ?? new Offers();
    this.#sets = parts?.sets ?? new Map<string, SlotSet>();
    for (const name of this.#sets.keys()) this.#setNumbers.set(name, this.#setNumbers.size);
    this.#setList = [...this.#sets.values()];
    this.#counts = parts?.counts ?? new SetCounts();
    this.#words = parts?.words ?? new WordSets();
    this.#orders = parts?.orders ?? new Map(orderNames.map((sort) => [sort, new SortedSlots()]));
    this.#free = parts?.free ?? [];
    this.#slotCount = parts?.slotCount ?? 0;
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
    for (const sort of orderNames) await sets.#sort(sort, slices);
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

  /** Puts products in, or in the place of what was known of them, and takes others out; unknown ones are left alone. */
  update(entries: readonly ListingEntry[], removedIds: readonly number[], pricing: Pricing): void {
    this.#forget();
    const removed = [...new Set(removedIds)].map((id) => this.#slotOf(id)).filter((slot) => slot !== undefined);
    const changed = entries.map((entry) => ({ entry, slot: this.#slotOf(entry.id) }));
    const moved = new Map(orderNames.map((sort) => [sort, this.#movedIn(sort, changed)] as const));
    for (const [sort, slots] of moved) this.#order(sort).remove([...removed, ...slots], comparing(sort, this.#columns));
    for (const slot of removed) this.#takeOut(slot);
    const added: number[] = [];
    const repriced: { slot: number; prices: ShownPrices }[] = [];
    for (const { entry, slot } of changed) {
      const own = slot ?? this.#free.pop() ?? this.#slotCount++;
      if (slot === undefined) added.push(own);
      repriced.push(...this.#put(own, entry, pricing, slot !== undefined));
    }
    for (const [sort, slots] of moved) this.#order(sort).insert([...added, ...slots], comparing(sort, this.#columns));
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
    this.#forget();
    this.#setPrices(due.map((slot) => ({ slot, prices: this.#offers.shown(slot, now, show) })));
    return true;
  }

  /** Computes all prices as other settings show them, in slices of time; changes with the same settings may go on meanwhile. */
  async reprice({ now, show }: Pricing, slices: TimeSlices): Promise<void> {
    for (let from = 0; from < this.#slotCount; from += 250) {
      const slots = Array.from({ length: Math.min(250, this.#slotCount - from) }, (_, at) => from + at);
      this.#forget();
      this.#setPrices(slots.map((slot) => ({ slot, prices: this.#offers.shown(slot, now, show) })));
      if (slices.isOver) await slices.next();
    }
  }

  get isScattered(): boolean {
    return this.#words.isScattered;
  }

  /** Tidies up after many changes of words, in slices of time; changes may go on meanwhile. */
  tidy(slices: TimeSlices): Promise<void> {
    return this.#words.merge(slices);
  }

  /** Returns the products that a filter leaves. To be used before anything changes. */
  choose(filter: ListingFilter): Choice {
    const scope = this.#scopeOf(filter);
    const groups = this.#groupsOf(filter.chosen);
    const found = scope.and([...groups.values()]);
    return {
      total: found.size,
      order: (sort, page, perPage) =>
        this.#page(this.#ranked(found, sort, filter.search), sort, (page - 1) * perPage, perPage).map(
          (slot) => this.#columns.id[slot] ?? 0,
        ),
      count: () => this.#keptCounts.of(filter, () => this.#countsOf(filter.place, scope, groups)),
    };
  }

  /** Returns how many products the shop's listings show of those in any of some categories. */
  countListed(categoryIds: readonly number[]): number {
    return this.#set("listing").sizeWithin(this.#inCategories(categoryIds));
  }

  #forget(): void {
    this.#byCategories = new WeakMap();
    this.#bySearch = new WeakMap();
    this.#shown.clear();
    this.#keptCounts.forget();
  }

  #slotOf(id: number): number | undefined {
    const { id: ids } = this.#columns;
    const order = this.#order("id");
    const slot = order.all[order.placeOf((one) => (ids[one] ?? 0) - id)];
    return slot !== undefined && ids[slot] === id ? slot : undefined;
  }

  /** Those that take another place in an order, prices apart. */
  #movedIn(sort: KeptOrder, changed: readonly { entry: ListingEntry; slot: number | undefined }[]): number[] {
    const columns: readonly string[] = keptOrders[sort];
    return changed.flatMap(({ entry, slot }) => {
      if (slot === undefined) return [];
      const isMoved = columns.some(
        (column) => column !== "lowest" && column !== "highest" && this.#columns.differs(slot, entry, column as "name"),
      );
      return isMoved ? [slot] : [];
    });
  }

  /** Writes all of an entry but its place in orders. Of one that was known, its new prices are left to be set. */
  #put(slot: number, entry: ListingEntry, pricing: Pricing, wasKnown = false) {
    this.#columns.set(slot, entry);
    this.#offers.put(slot, entry.offers);
    this.#putInto(slot, setsOf(entry));
    this.#words.put(slot, keptWords(entry));
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
    this.#set("sale").delete(slot);
    this.#words.remove(slot);
    this.#columns.clear(slot);
    this.#offers.put(slot, []);
    this.#free.push(slot);
  }

  /** Into these sets, and out of all others but that of what is on sale, which goes by the prices. */
  #putInto(slot: number, names: readonly string[]): void {
    const placesOf = () => places.filter((place) => this.#set(place).has(slot));
    const before = placesOf();
    for (const number of this.#counts.of(slot)) this.#setList[number]?.delete(slot);
    for (const name of names) this.#set(name).add(slot);
    const numbers = names.map((name) => this.#setNumbers.get(name) ?? 0);
    this.#counts.put(slot, numbers, placesOf(), before);
  }

  #setPrices(repriced: readonly { slot: number; prices: ShownPrices }[]): void {
    const columns = this.#columns;
    const isMoved = (column: "lowest" | "highest") =>
      repriced.filter(({ slot, prices }) => columns[column][slot] !== prices[column]).map(({ slot }) => slot);
    const moved = { price: isMoved("lowest"), "price-desc": isMoved("highest") };
    for (const sort of priceOrders) this.#order(sort).remove(moved[sort], comparing(sort, columns));
    for (const { slot, prices } of repriced) {
      columns.setPrices(slot, prices);
      this.#nextDue = Math.min(this.#nextDue, prices.until);
      this.#putOnSale(slot, prices.isOnSale);
    }
    for (const sort of priceOrders) this.#order(sort).insert(moved[sort], comparing(sort, columns));
  }

  #putOnSale(slot: number, isOnSale: boolean): void {
    const sale = this.#set("sale");
    if (isOnSale) sale.add(slot);
    else sale.delete(slot);
  }

  #scopeOf({ place, categoryIds, tagId, search, hidesOutOfStock }: ListingFilter): Bitmap {
    let scope = this.#shownIn(place);
    if (categoryIds) scope = scope.and([this.#inCategories(categoryIds)]);
    if (tagId !== undefined) scope = this.#set(`tag:${tagId}`).within(scope);
    if (search) scope = scope.and([this.#matching(search)]);
    if (hidesOutOfStock) scope = this.#set("stock").within(scope);
    return scope;
  }

  #shownIn(place: Place): Bitmap {
    let shown = this.#shown.get(place);
    if (!shown) this.#shown.set(place, (shown = this.#anyOf([place])));
    return shown;
  }

  #groupsOf(chosen: ChosenFilters | undefined): Groups {
    const groups = new Map<string, Bitmap>();
    if (!chosen) return groups;
    if (chosen.categories.length > 0)
      groups.set("category", Bitmap.anyOf(chosen.categories.map((ids) => this.#inCategories(ids))));
    for (const [attribute, values] of chosen.attributes)
      groups.set(`value:${attribute}`, this.#anyOf(values.map((value) => `value:${attribute}=${value}`)));
    if (chosen.ratings.length > 0) groups.set("rating", this.#anyOf(chosen.ratings.map((stars) => `rating:${stars}`)));
    if (chosen.minPrice !== null || chosen.maxPrice !== null)
      groups.set("price", this.#pricedBetween(chosen.minPrice ?? 0, chosen.maxPrice ?? Infinity));
    if (chosen.inStock) groups.set("stock", this.#anyOf(["stock"]));
    if (chosen.onSale) groups.set("sale", this.#anyOf(["sale"]));
    return groups;
  }

  /** A product's prices and the wanted ones overlap. */
  #pricedBetween(least: Amount, most: Amount): Bitmap {
    const { lowest, highest } = this.#columns;
    const words = new Uint32Array(Math.ceil(this.#slotCount / 32));
    for (let slot = 0; slot < this.#slotCount; slot++)
      if ((highest[slot] ?? -1) >= least && (lowest[slot] ?? Infinity) <= most)
        words[slot >>> 5] = (words[slot >>> 5] ?? 0) | (1 << (slot & 31));
    return new Bitmap(words);
  }

  #countsOf(place: Place, scope: Bitmap, groups: Groups): ListingCounts {
    const bases = new Map<string, Bitmap>();
    const without = (group: string): Bitmap => {
      const key = groups.has(group) ? group : "";
      let base = bases.get(key);
      if (!base) bases.set(key, (base = scope.and([...groups].flatMap(([name, set]) => (name === key ? [] : [set])))));
      return base;
    };
    const counted = new Map<Bitmap, Uint32Array>();
    const sizeWithin = (group: string, set: string): number => {
      const base = without(group);
      // Of a group in use only its own sets are asked for, and categories are many.
      if (groups.has(group) && group !== "category") return this.#set(set).sizeWithin(base);
      let counts = counted.get(base);
      if (!counts) counted.set(base, (counts = this.#counts.countWithin(base, place, this.#shownIn(place))));
      return counts[this.#setNumbers.get(set) ?? -1] ?? 0;
    };
    return {
      category: (ids) =>
        ids.length === 1
          ? sizeWithin("category", `category:${ids[0]}`)
          : without("category").sizeWith(this.#inCategories(ids)),
      value: (attribute, value) => sizeWithin(`value:${attribute}`, `value:${attribute}=${value}`),
      // A product is in one of them.
      ratings: (stars) => sum(stars.map((one) => sizeWithin("rating", `rating:${one}`))),
      inStock: sizeWithin("stock", "stock"),
      onSale: this.#set("sale").sizeWithin(without("sale")),
      prices: this.#pricesOf(without("price")),
    };
  }

  /** The first of the cheapest first, and the first of the dearest first. */
  #pricesOf(base: Bitmap): ListingCounts["prices"] {
    const { size } = base;
    const [cheapest] = this.#firstOf(base, size, "price", 0, 1);
    const [dearest] = this.#firstOf(base, size, "price-desc", 0, 1);
    const min = this.#columns.lowest[cheapest ?? -1] ?? Infinity;
    const max = this.#columns.highest[dearest ?? -1] ?? Infinity;
    return min === Infinity ? null : { min, max };
  }

  /** The slots of a page, group after group, after those that are `skipped`. */
  #page(groups: readonly Bitmap[], sort: SortOrder, skipped: number, most: number): number[] {
    const page: number[] = [];
    let ahead = skipped;
    for (const group of groups) {
      const { size } = group;
      const wanted = Math.min(most - page.length, size - ahead);
      if (wanted > 0) page.push(...this.#firstOf(group, size, sort, ahead, wanted));
      ahead = Math.max(0, ahead - size);
    }
    return page;
  }

  /** Walks along the order, or sorts the members, whichever looks at fewer slots. */
  #firstOf(group: Bitmap, size: number, sort: SortOrder, skipped: number, wanted: number): number[] {
    const isSparse = size === 0 || ((skipped + wanted) * this.#slotCount) / size > size;
    if (isSparse || !isKeptOrder(sort))
      return selectPage(group.members(), comparing(sort, this.#columns), skipped, wanted);
    return this.#order(sort).page(group, skipped, wanted);
  }

  /** By relevance, the products that fit a search alike stand as they were sold, then as the shop puts them. */
  #ranked(found: Bitmap, sort: SortOrder, search: SearchTerms | undefined): readonly Bitmap[] {
    return search && sort === "relevance" ? byFit(found, search, this.#words, this.#columns) : [found];
  }

  #order(sort: KeptOrder): SortedSlots {
    const order = this.#orders.get(sort);
    if (!order) throw new Error(`There is no order ${sort}`);
    return order;
  }

  async #sort(sort: KeptOrder, slices: TimeSlices): Promise<void> {
    const slots = Uint32Array.from({ length: this.#slotCount }, (_, slot) => slot);
    this.#orders.set(sort, new SortedSlots(await sortInSlices(slots, comparing(sort, this.#columns), slices)));
  }

  #matching(search: SearchTerms): Bitmap {
    let found = this.#bySearch.get(search);
    if (!found) this.#bySearch.set(search, (found = matching(this.#words, search)));
    return found;
  }

  #inCategories(ids: readonly number[]): Bitmap {
    let found = this.#byCategories.get(ids);
    if (!found) this.#byCategories.set(ids, (found = this.#anyOf(ids.map((id) => `category:${id}`))));
    return found;
  }

  #anyOf(names: readonly string[]): Bitmap {
    return anyOf(
      names.map((name) => this.#set(name)),
      this.#slotCount,
    );
  }

  #set(name: string): SlotSet {
    let set = this.#sets.get(name);
    if (!set) {
      this.#sets.set(name, (set = new SlotSet()));
      this.#setNumbers.set(name, this.#setNumbers.size);
      this.#setList.push(set);
    }
    return set;
  }
}

/** The names of the sets that a product is in, whatever it costs. */
function setsOf(entry: ListingEntry): string[] {
  const stars = Math.round(entry.rating);
  return [
    ...(entry.isListed ? ["listing"] : []),
    ...(entry.isSearchable ? ["search"] : []),
    ...(entry.isInStock ? ["stock"] : []),
    ...(stars > 0 ? [`rating:${stars}`] : []),
    ...entry.categoryIds.map((id) => `category:${id}`),
    ...entry.tagIds.map((id) => `tag:${id}`),
    ...entry.values.map((value) => `value:${value}`),
  ];
}
