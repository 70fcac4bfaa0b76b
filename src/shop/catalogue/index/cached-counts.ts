import type { ListingCounts, ListingFilter } from "./listing-filter.ts";

/** Filters whose counts are cached; the pages and sorts of a listing share theirs. A number takes some 100 bytes. */
const maxFilters = 200;

/** Caches the counts of filter panels by filter until a product changes. Searches are not cached. */
export class CachedCounts {
  readonly #cached = new Map<string, ListingCounts>();

  /** @param count counts while nothing changes */
  of(filter: Omit<ListingFilter, "search">, count: () => ListingCounts): ListingCounts {
    const { place, categoryIds, tagId, hidesOutOfStock, chosen } = filter;
    const attributes = [...(chosen?.attributes ?? [])];
    const key = JSON.stringify([place, categoryIds, tagId, hidesOutOfStock, { ...chosen, attributes }]);
    const known = this.#cached.get(key);
    if (known) return known;
    if (this.#cached.size === maxFilters) this.forget();
    const counts = eachOnce(count);
    this.#cached.set(key, counts);
    return counts;
  }

  /** To be called with every change of a product. */
  forget(): void {
    this.#cached.clear();
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
