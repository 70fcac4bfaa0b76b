import { type Amount, sum } from "#platform/money.ts";
import { Bitmap } from "./bitmap.ts";
import type { Choice } from "./catalogue-index.ts";
import { EntryColumns } from "./entry-columns.ts";
import { KeptCounts } from "./kept-counts.ts";
import type { ListingEntry } from "./listing-entry.ts";
import type { ChosenFilters, ListingCounts, ListingFilter } from "./listing-filter.ts";
import { byFit, keptWords, matching } from "./match-search.ts";
import type { SearchTerms } from "./search-terms.ts";
import { SlotNumbers } from "./slot-numbers.ts";
import { comparing, insertSorted, removeSorted, type SortOrder } from "./sort-orders.ts";
import { WordSets } from "./word-sets.ts";

/** Sets of slots, by what was chosen from: one for each kind of filter that is in use. */
type Groups = ReadonlyMap<string, Bitmap>;

/** Products in one order, group after group. */
interface Ranked {
  groups: readonly Bitmap[];
  order: readonly number[];
}

/**
 * All products of the shop that a listing or a search can show, in memory: a bit for each product in the set of each
 * category, tag, attribute value, star and state, and the products in each order that was asked for. Choosing, counting
 * and paging 100,000 products take a few milliseconds and no statement.
 */
export class ProductSets {
  readonly #columns = new EntryColumns();
  /** How many slots were ever in use: free ones are taken again. */
  #slotCount = 0;
  readonly #slots = new Map<number, number>();
  readonly #free: number[] = [];
  readonly #sets = new Map<string, Bitmap>();
  /** Each set's number, in the order in which they were made. */
  readonly #setNumbers = new Map<string, number>();
  readonly #ofSlots = new SlotNumbers();
  readonly #words = new WordSets();
  readonly #orders = new Map<SortOrder, number[]>();
  /** What is in any of some categories, by their list, until a product changes. */
  #byCategories = new WeakMap<readonly number[], Bitmap>();
  /** What a search finds, for as long as it is known what it searches for, until a product changes. */
  #bySearch = new WeakMap<SearchTerms, Bitmap>();
  readonly #counts = new KeptCounts();
  /** No price changes by itself before this moment (milliseconds since 1970). */
  #nextDue = Infinity;

  /** How many products it holds. */
  get size(): number {
    return this.#slots.size;
  }

  /** Puts the products into an order, which takes a moment the first time and is kept right from then on. */
  prepare(sort: SortOrder): void {
    this.#order(sort);
  }

  /** Puts a product in, or in the place of what was known of it. */
  put(entry: ListingEntry): void {
    const known = this.#slots.get(entry.id);
    if (known !== undefined) this.#takeOut(known);
    const slot = known ?? this.#free.pop() ?? this.#slotCount++;
    this.#forgetKept();
    this.#columns.set(slot, entry);
    this.#slots.set(entry.id, slot);
    this.#nextDue = Math.min(this.#nextDue, entry.until ?? Infinity);
    const sets = setsOf(entry);
    for (const name of sets) this.#set(name).add(slot);
    this.#ofSlots.put(
      slot,
      sets.filter(isCounted).map((name) => this.#setNumbers.get(name) ?? 0),
    );
    this.#words.put(slot, keptWords(entry));
    for (const [sort, order] of this.#orders) insertSorted(order, slot, comparing(sort, this.#columns));
  }

  /** Takes a product out; one that is not in it is left alone. */
  remove(id: number): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#forgetKept();
    this.#takeOut(slot);
    this.#words.remove(slot);
    this.#ofSlots.remove(slot);
    this.#columns.clear(slot);
    this.#slots.delete(id);
    this.#free.push(slot);
  }

  #forgetKept(): void {
    this.#byCategories = new WeakMap();
    this.#bySearch = new WeakMap();
    this.#counts.forget();
  }

  /** Out of orders and sets, but for its words. */
  #takeOut(slot: number): void {
    for (const [sort, order] of this.#orders) removeSorted(order, slot, comparing(sort, this.#columns));
    for (const set of this.#sets.values()) set.delete(slot);
  }

  /** The ids of products whose price has changed by itself by `now`: to be read and put in anew. */
  due(now: Date): number[] {
    const time = now.getTime();
    if (time < this.#nextDue) return [];
    const { until, id } = this.#columns;
    const due: number[] = [];
    this.#nextDue = Infinity;
    for (let slot = 0; slot < this.#slotCount; slot++) {
      const moment = until[slot] ?? Infinity;
      if (moment <= time) due.push(id[slot] ?? 0);
      this.#nextDue = Math.min(this.#nextDue, moment);
    }
    return due;
  }

  /** Returns the products that a filter leaves. To be used before anything changes. */
  choose(filter: ListingFilter): Choice {
    const scope = this.#scopeOf(filter);
    const groups = this.#groupsOf(filter.chosen);
    const found = scope.and([...groups.values()]);
    return {
      total: found.size,
      order: (sort, page, perPage) =>
        this.#page(this.#ranked(found, sort, filter.search), (page - 1) * perPage, perPage).map(
          (slot) => this.#columns.id[slot] ?? 0,
        ),
      count: () => this.#counts.of(filter, () => this.#countsOf(scope, groups)),
    };
  }

  /** How many products the shop's listings show of those in any of some categories. */
  countListed(categoryIds: readonly number[]): number {
    return this.#set("listing").sizeWith(this.#inCategories(categoryIds));
  }

  #scopeOf({ place, categoryIds, tagId, search, hidesOutOfStock }: ListingFilter): Bitmap {
    const sets: Bitmap[] = [];
    if (categoryIds) sets.push(this.#inCategories(categoryIds));
    if (tagId !== undefined) sets.push(this.#set(`tag:${tagId}`));
    if (search) sets.push(this.#matching(search));
    if (hidesOutOfStock) sets.push(this.#set("stock"));
    return this.#set(place).and(sets);
  }

  #groupsOf(chosen: ChosenFilters | undefined): Groups {
    const groups = new Map<string, Bitmap>();
    if (!chosen) return groups;
    if (chosen.categories.length > 0)
      groups.set("category", Bitmap.anyOf(chosen.categories.map((ids) => this.#inCategories(ids))));
    for (const [attribute, values] of chosen.attributes)
      groups.set(`value:${attribute}`, Bitmap.anyOf(values.map((value) => this.#set(`value:${attribute}=${value}`))));
    if (chosen.ratings.length > 0)
      groups.set("rating", Bitmap.anyOf(chosen.ratings.map((stars) => this.#set(`rating:${stars}`))));
    if (chosen.minPrice !== null || chosen.maxPrice !== null)
      groups.set("price", this.#pricedBetween(chosen.minPrice ?? 0, chosen.maxPrice ?? Infinity));
    if (chosen.inStock) groups.set("stock", this.#set("stock"));
    if (chosen.onSale) groups.set("sale", this.#set("sale"));
    return groups;
  }

  /** A product's prices and the wanted ones overlap. */
  #pricedBetween(least: Amount, most: Amount): Bitmap {
    const { lowest, highest } = this.#columns;
    const found = new Bitmap();
    for (let slot = 0; slot < this.#slotCount; slot++)
      if ((highest[slot] ?? -1) >= least && (lowest[slot] ?? Infinity) <= most) found.add(slot);
    return found;
  }

  #countsOf(scope: Bitmap, groups: Groups): ListingCounts {
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
      let counts = counted.get(base);
      if (!counts) counted.set(base, (counts = this.#ofSlots.countIn(base, this.#setNumbers.size)));
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
      onSale: sizeWithin("sale", "sale"),
      prices: this.#pricesOf(without("price")),
    };
  }

  /** The first of the cheapest first, and the first of the dearest first. */
  #pricesOf(base: Bitmap): ListingCounts["prices"] {
    const firstOf = (sort: SortOrder) => this.#order(sort).find((slot) => base.has(slot)) ?? -1;
    const min = this.#columns.lowest[firstOf("price")] ?? Infinity;
    const max = this.#columns.highest[firstOf("price-desc")] ?? Infinity;
    return min === Infinity ? null : { min, max };
  }

  /** The slots of a page, after those that are `skipped`. */
  #page({ groups, order }: Ranked, skipped: number, most: number): number[] {
    const page: number[] = [];
    let ahead = skipped;
    for (const group of groups) {
      const { size } = group;
      const wanted = Math.min(most - page.length, size - ahead);
      if (wanted > 0) page.push(...firstOf(order, group, ahead, wanted));
      ahead = Math.max(0, ahead - size);
    }
    return page;
  }

  /** By relevance, the products that fit a search alike stand as they were sold, then as the shop puts them. */
  #ranked(found: Bitmap, sort: SortOrder, search: SearchTerms | undefined): Ranked {
    const isRanked = search && sort === "relevance";
    const groups = isRanked ? byFit(found, search, this.#words, this.#columns.nameKeys) : [found];
    return { groups, order: this.#order(sort) };
  }

  #order(sort: SortOrder): readonly number[] {
    let order = this.#orders.get(sort);
    if (!order) this.#orders.set(sort, (order = [...this.#slots.values()].sort(comparing(sort, this.#columns))));
    return order;
  }

  #matching(search: SearchTerms): Bitmap {
    let found = this.#bySearch.get(search);
    if (!found) this.#bySearch.set(search, (found = matching(this.#words, search)));
    return found;
  }

  #inCategories(ids: readonly number[]): Bitmap {
    let found = this.#byCategories.get(ids);
    if (!found) this.#byCategories.set(ids, (found = Bitmap.anyOf(ids.map((id) => this.#set(`category:${id}`)))));
    return found;
  }

  #set(name: string): Bitmap {
    let set = this.#sets.get(name);
    if (!set) {
      this.#sets.set(name, (set = new Bitmap()));
      this.#setNumbers.set(name, this.#setNumbers.size);
    }
    return set;
  }
}

/** Of those in `order` that are in the group, `count` after the first `skipped`; there are as many. */
function firstOf(order: readonly number[], group: Bitmap, skipped: number, count: number): number[] {
  const first: number[] = [];
  let seen = 0;
  for (const slot of order) {
    if (!group.has(slot)) continue;
    seen += 1;
    if (seen > skipped) first.push(slot);
    if (first.length === count) break;
  }
  return first;
}

/** Whether anybody asks how many of a listing's products are in a set: filters do, and none is by tag. */
function isCounted(set: string): boolean {
  return set !== "listing" && set !== "search" && !set.startsWith("tag:");
}

/** The names of the sets that a product is in. */
function setsOf(entry: ListingEntry): string[] {
  const stars = Math.round(entry.rating);
  return [
    ...(entry.isListed ? ["listing"] : []),
    ...(entry.isSearchable ? ["search"] : []),
    ...(entry.isInStock ? ["stock"] : []),
    ...(entry.isOnSale ? ["sale"] : []),
    ...(stars > 0 ? [`rating:${stars}`] : []),
    ...entry.categoryIds.map((id) => `category:${id}`),
    ...entry.tagIds.map((id) => `tag:${id}`),
    ...entry.values.map((value) => `value:${value}`),
  ];
}
