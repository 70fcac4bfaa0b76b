import { LRUCache } from "lru-cache";
import type { ListingCounts, ListingFilter } from "./listing-filter.ts";

/** Listings whose counts are cached. A number takes some 100 bytes. */
const maxListings = 200;

/** The same for searches, apart from listings, because there is no end of different searches. */
const maxSearches = 50;

/**
 * Caches the counts of filter panels by filter until a product changes. The pages and sorts of a listing share theirs, and so
 * do texts that search for the same words.
 */
export class CachedCounts {
  readonly #listings = new LRUCache<string, ListingCounts>({ max: maxListings });
  readonly #searches = new LRUCache<string, ListingCounts>({ max: maxSearches });

  /** @param count counts while nothing changes */
  of(filter: ListingFilter, count: () => ListingCounts): ListingCounts {
    const { place, categoryIds, tagId, search, hidesOutOfStock, chosen } = filter;
    const attributes = [...(chosen?.attributes ?? [])];
    const key = JSON.stringify([place, categoryIds, tagId, search, hidesOutOfStock, { ...chosen, attributes }]);
    const cached = search ? this.#searches : this.#listings;
    let counts = cached.get(key);
    if (!counts) cached.set(key, (counts = eachOnce(count)));
    return counts;
  }

  /** To be called with every change of a product. */
  forget(): void {
    this.#listings.clear();
    this.#searches.clear();
  }
}

/** Caches the numbers only: what they are counted from takes several bits per product of the shop. */
function eachOnce(count: () => ListingCounts): ListingCounts {
  const numbers = new Map<string, number>();
  let counting: ListingCounts | undefined;
  const counts = (): ListingCounts => {
    if (!counting) {
      counting = count();
      setImmediate(() => {
        counting = undefined;
      });
    }
    return counting;
  };
  const once = (key: string, read: () => number): number => {
    let number = numbers.get(key);
    if (number === undefined) numbers.set(key, (number = read()));
    return number;
  };
  const { inStock, onSale, prices } = counts();
  return {
    category: (ids) => once(`category ${ids.join()}`, () => counts().category(ids)),
    value: (attribute, value) => once(`value ${attribute}=${value}`, () => counts().value(attribute, value)),
    ratings: (stars) => once(`rating ${stars.join()}`, () => counts().ratings(stars)),
    inStock,
    onSale,
    prices,
  };
}
