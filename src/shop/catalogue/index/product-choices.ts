import { LRUCache } from "lru-cache";
import { type Amount, sum } from "#platform/money.ts";
import { byFit, fitsWithin, matching } from "../search/match-search.ts";
import type { SearchedProducts } from "../search/parse-search.ts";
import { relaxSearch } from "../search/relax-search.ts";
import type { SearchTerms } from "../search/search-terms.ts";
import { TermMatches } from "../search/term-matches.ts";
import { CachedCounts } from "./cached-counts.ts";
import type { CatalogueView, Choice } from "./catalogue-index.ts";
import type { ChosenFilters, ListingCounts, ListingFilter } from "./listing-filter.ts";
import type { SetParts } from "./product-sets.ts";
import { Bitmap } from "./sets/bitmap.ts";
import type { Place } from "./sets/set-counts.ts";
import type { SortOrder } from "./sort-orders.ts";

/** Sets of slots, by what was chosen from: one for each kind of filter that is in use. */
type Groups = ReadonlyMap<string, Bitmap>;

/** Searches whose products are cached; each takes a bit per product of the shop. */
const maxSearches = 50;

type Parts = Pick<SetParts, "columns" | "sets" | "counts" | "words" | "orders">;

/** Chooses, orders and counts products by their sets. Unions and counts are kept until a change. */
export class ProductChoices
  implements Pick<CatalogueView, "choose" | "isNamed" | "countListed" | "bestsellers" | "related">, SearchedProducts
{
  readonly #parts: Parts;
  readonly #slotCount: () => number;
  /** Unions of categories by their ids; cached until a product enters or leaves a set. Renaming a category keeps them. */
  readonly #byCategories = new Map<string, Bitmap>();
  /** Number of listed products by category ids; cached until a product enters or leaves a set. */
  readonly #listedCounts = new Map<string, number>();
  /** Matches of the latest searches by their terms; cached until a product changes. */
  readonly #bySearch = new LRUCache<string, Bitmap>({ max: maxSearches });
  /** All products that a place shows; cached until a product enters or leaves a set. */
  readonly #shown = new Map<Place, Bitmap>();
  readonly #cachedCounts = new CachedCounts();
  /** Lookups of the latest search, shared by all steps of answering it; cached until a product changes. */
  #latest: { key: string; matches: TermMatches } | undefined;

  /** Sets of the latest choice, which choosing and counting share; cached until a product changes. */
  #latestGroups: { chosen: ChosenFilters; groups: Groups } | undefined;

  /** @param slotCount returns how many slots were ever in use */
  constructor(parts: Parts, slotCount: () => number) {
    this.#parts = parts;
    this.#slotCount = slotCount;
  }

  /** To be called with every change of a product. */
  forget(): void {
    this.#bySearch.clear();
    this.#latest = undefined;
    this.#latestGroups = undefined;
    this.#cachedCounts.forget();
  }

  /** To be called also when a product enters or leaves a set, its price apart. */
  forgetSets(): void {
    this.#byCategories.clear();
    this.#listedCounts.clear();
    this.#shown.clear();
  }

  /** Returns the products that a filter leaves. To be used before anything changes. */
  choose(filter: ListingFilter): Choice {
    const found = this.#scopeOf(filter).and([...this.#groupsOf(filter.chosen).values()]);
    return {
      total: found.size,
      order: (sort, page, perPage) =>
        this.#parts.orders
          .page(this.#ranked(found, sort, filter.search), sort, (page - 1) * perPage, perPage)
          .map((slot) => this.#parts.columns.id[slot] ?? 0),
      count: () => this.#cachedCountsOf(filter),
    };
  }

  /** Apart from `choose`, because the cached counts keep the variables around this closure: the chosen set would be one. */
  #cachedCountsOf(filter: ListingFilter): ListingCounts {
    return this.#cachedCounts.of(filter, () => this.#countsOf(filter, this.#scopeOf(filter)));
  }

  /** Returns how many products the shop's listings show of those in any of some categories. */
  countListed(categoryIds: readonly number[]): number {
    const key = categoryIds.join();
    let count = this.#listedCounts.get(key);
    if (count === undefined) {
      count = this.#shownIn("listing").sizeWith(this.#inCategories(categoryIds));
      this.#listedCounts.set(key, count);
    }
    return count;
  }

  /** Returns ids of bestsellers that are sold here, featured products first. */
  bestsellers(limit: number): number[] {
    const sold = this.#shownIn("listing").without(this.#anyOf(["external"]));
    const featured = this.#parts.sets.get("featured").within(sold);
    return this.#parts.orders
      .page([featured, sold.without(featured)], "relevance", 0, limit)
      .map((slot) => this.#parts.columns.id[slot] ?? 0);
  }

  /** Returns ids of the bestsellers of some categories without one product. */
  related(id: number, categoryIds: readonly number[], limit: number): number[] {
    const found = this.#shownIn("listing").and([this.#anyOf(categoryIds.map((one) => `category:${one}`))]);
    const ids = this.#parts.orders
      .page([found], "relevance", 0, limit + 1)
      .map((slot) => this.#parts.columns.id[slot] ?? 0);
    return ids.filter((one) => one !== id).slice(0, limit);
  }

  countMatches(search: SearchTerms): number {
    return this.#matching(search).sizeWith(this.#shownIn("search"));
  }

  isNamed(search: SearchTerms): boolean {
    return fitsWithin(this.#matchesOf(search), "terms").size > 0;
  }

  countWord(search: SearchTerms, index: number): number {
    return this.#matchesOf(search).word(index, "all").size;
  }

  relax(search: SearchTerms): SearchTerms | undefined {
    return relaxSearch(this.#matchesOf(search));
  }

  #scopeOf({ place, categoryIds, tagId, search, hidesOutOfStock }: ListingFilter): Bitmap {
    let scope = this.#shownIn(place);
    if (categoryIds) scope = scope.and([this.#inCategories(categoryIds)]);
    if (tagId !== undefined) scope = this.#parts.sets.get(`tag:${tagId}`).within(scope);
    if (search) scope = scope.and([this.#matching(search)]);
    if (hidesOutOfStock) scope = this.#parts.sets.get("stock").within(scope);
    return scope;
  }

  #shownIn(place: Place): Bitmap {
    let shown = this.#shown.get(place);
    if (!shown) this.#shown.set(place, (shown = this.#anyOf([place])));
    return shown;
  }

  #groupsOf(chosen: ChosenFilters | undefined): Groups {
    if (!chosen) return new Map();
    if (this.#latestGroups?.chosen !== chosen) this.#latestGroups = { chosen, groups: this.#makeGroups(chosen) };
    return this.#latestGroups.groups;
  }

  #makeGroups(chosen: ChosenFilters): Groups {
    const groups = new Map<string, Bitmap>();
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
  #pricedBetween(min: Amount, max: Amount): Bitmap {
    const { lowest, highest } = this.#parts.columns;
    const words = new Uint32Array(Math.ceil(this.#slotCount() / 32));
    for (let slot = 0; slot < this.#slotCount(); slot++)
      if ((highest[slot] ?? -1) >= min && (lowest[slot] ?? Infinity) <= max)
        words[slot >>> 5] = (words[slot >>> 5] ?? 0) | (1 << (slot & 31));
    return new Bitmap(words);
  }

  #countsOf(filter: ListingFilter, scope: Bitmap): ListingCounts {
    const groups = this.#groupsOf(filter.chosen);
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
      if (groups.has(group) && group !== "category") return this.#parts.sets.get(set).sizeWithin(base);
      let counts = counted.get(base);
      if (!counts) {
        counts = this.#parts.counts.countWithin(base, filter.place, this.#shownIn(filter.place));
        counted.set(base, counts);
      }
      return counts[this.#parts.sets.numberOf(set) ?? -1] ?? 0;
    };
    return {
      category: (ids) =>
        ids.length === 1
          ? sizeWithin("category", `category:${ids[0]}`)
          : without("category").sizeWith(this.#inCategories(ids)),
      value: (attribute, value) => sizeWithin(`value:${attribute}`, `value:${attribute}=${value}`),
      // A product is in one of them.
      ratings: (stars) => sum(stars.map((one) => sizeWithin("rating", `rating:${one}`))),
      inStock: this.#parts.sets.get("stock").sizeWithin(without("stock")),
      onSale: this.#parts.sets.get("sale").sizeWithin(without("sale")),
      prices: this.#pricesOf(without("price")),
    };
  }

  /** The first of the cheapest first, and the first of the dearest first. */
  #pricesOf(base: Bitmap): ListingCounts["prices"] {
    const [cheapest] = this.#parts.orders.page([base], "price", 0, 1);
    const [dearest] = this.#parts.orders.page([base], "price-desc", 0, 1);
    const min = this.#parts.columns.lowest[cheapest ?? -1] ?? Infinity;
    const max = this.#parts.columns.highest[dearest ?? -1] ?? Infinity;
    return min === Infinity ? null : { min, max };
  }

  /** By relevance, the products that fit a search alike stand as they were sold, then as the shop puts them. */
  #ranked(found: Bitmap, sort: SortOrder, search: SearchTerms | undefined): Iterable<Bitmap> {
    return search && sort === "relevance" ? byFit(found, this.#matchesOf(search), this.#parts.columns) : [found];
  }

  #matching(search: SearchTerms): Bitmap {
    const key = keyOf(search);
    let found = this.#bySearch.get(key);
    if (!found) this.#bySearch.set(key, (found = matching(this.#matchesOf(search))));
    return found;
  }

  #matchesOf(search: SearchTerms): TermMatches {
    const key = keyOf(search);
    if (this.#latest?.key !== key) this.#latest = { key, matches: new TermMatches(this.#parts.words, search) };
    return this.#latest.matches;
  }

  #inCategories(ids: readonly number[]): Bitmap {
    const key = ids.join();
    let found = this.#byCategories.get(key);
    if (!found) this.#byCategories.set(key, (found = this.#anyOf(ids.map((id) => `category:${id}`))));
    return found;
  }

  #anyOf(names: readonly string[]): Bitmap {
    return this.#parts.sets.anyOf(names, this.#slotCount());
  }
}

/** The same for all texts that search for the same words. */
function keyOf(search: SearchTerms): string {
  return JSON.stringify(search);
}
