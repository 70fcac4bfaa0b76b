import type { ListingEntry } from "./listing-entry.ts";

/** The orders that a listing offers, by their names on the wire; the first is the one without a choice. */
export const sortOrders = ["menu_order", "popularity", "rating", "date", "price", "price-desc"] as const;
/** The same of a search: how well a product fits comes first. */
export const searchSortOrders = ["relevance", "popularity", "rating", "date", "price", "price-desc"] as const;
export type SortOrder = (typeof sortOrders)[number] | (typeof searchSortOrders)[number];

/** Orders that do not depend on what was searched for. */
export type FixedOrder = Exclude<SortOrder, "relevance">;

type Compare = (one: ListingEntry, other: ListingEntry) => number;

const byId: Compare = (one, other) => one.id - other.id;

const comparisons: Readonly<Record<FixedOrder, Compare>> = {
  menu_order: (one, other) =>
    one.position - other.position || compareTexts(one.nameKey, other.nameKey) || byId(one, other),
  popularity: (one, other) => other.totalSales - one.totalSales || byId(other, one),
  rating: (one, other) => other.rating - one.rating || other.ratingCount - one.ratingCount || byId(other, one),
  date: (one, other) => other.createdAt - one.createdAt || byId(other, one),
  // What has no price stands last.
  price: (one, other) => compareNumbers(one.min ?? Infinity, other.min ?? Infinity) || byId(one, other),
  "price-desc": (one, other) => compareNumbers(other.max ?? -1, one.max ?? -1) || byId(other, one),
};

/** Compares products in the field's order for `sort`; the id decides what is equal, so that no two are. */
export function comparing(sort: FixedOrder): Compare {
  return comparisons[sort];
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Also for infinite ones, whose difference is no number. */
function compareNumbers(one: number, other: number): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Puts `item` into its place of a sorted list. */
export function insertSorted<Item>(list: Item[], item: Item, compare: (one: Item, other: Item) => number): void {
  list.splice(placeOf(list, item, compare), 0, item);
}

/**
 * Takes `item` out of a sorted list in which nothing else compares equal to it.
 * @throws when it does not stand where it must.
 */
export function removeSorted<Item>(list: Item[], item: Item, compare: (one: Item, other: Item) => number): void {
  const place = placeOf(list, item, compare);
  if (list[place] !== item) throw new Error("A sorted list has lost its order");
  list.splice(place, 1);
}

function placeOf<Item>(list: readonly Item[], item: Item, compare: (one: Item, other: Item) => number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(list[middle] as Item, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
