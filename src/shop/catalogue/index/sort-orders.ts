import type { EntryColumns } from "./entry-columns.ts";

/** The orders that a listing offers, by their names on the wire; the first is the one without a choice. */
export const sortOrders = ["menu_order", "popularity", "rating", "date", "price", "price-desc"] as const;
/** The same of a search: how well a product fits comes first. */
export const searchSortOrders = ["relevance", "popularity", "rating", "date", "price", "price-desc"] as const;
/** Orders that no list offers and links may ask for. Source: wire notes 6. */
export const furtherSortOrders = ["title", "title-desc", "id", "rand", "date-asc"] as const;
export type SortOrder =
  | (typeof sortOrders)[number]
  | (typeof searchSortOrders)[number]
  | (typeof furtherSortOrders)[number];

/** Compares two products by their slots. */
export type Compare = (one: number, other: number) => number;

const ascending = (column: Float64Array): Compare => {
  return (one, other) => compare(column[one] ?? 0, column[other] ?? 0);
};
const descending = (column: Float64Array): Compare => {
  return (one, other) => compare(column[other] ?? 0, column[one] ?? 0);
};
const byName = (columns: EntryColumns): Compare => {
  return (one, other) => columns.compareNames(one, other);
};
const shuffled = (column: Float64Array): Compare => {
  return (one, other) => compare(mixed(column[one] ?? 0), mixed(column[other] ?? 0));
};

/** Ids as if drawn by lot, the same each time: nothing stands on two pages. The golden ratio spreads neighbours far apart. */
function mixed(id: number): number {
  return Math.imul(id ^ (id >>> 15), 0x9e_37_79_b1) >>> 0;
}

/** Comparisons of each order, most significant first. The id comes last, so that no two products are equal. */
const keys: Readonly<Record<SortOrder, (columns: EntryColumns) => readonly Compare[]>> = {
  menu_order: (columns) => [ascending(columns.position), byName(columns), ascending(columns.id)],
  // Of those that fit a search alike.
  relevance: (columns) => [descending(columns.totalSales), ...keys.menu_order(columns)],
  popularity: ({ totalSales, id }) => [descending(totalSales), descending(id)],
  rating: ({ rating, ratingCount, id }) => [descending(rating), descending(ratingCount), descending(id)],
  date: ({ createdAt, id }) => [descending(createdAt), descending(id)],
  // Products without a price come last.
  price: ({ lowest, id }) => [ascending(lowest), ascending(id)],
  "price-desc": ({ highest, id }) => [descending(highest), descending(id)],
  title: (columns) => [byName(columns), ascending(columns.id)],
  "title-desc": (columns) => [(one, other) => byName(columns)(other, one), descending(columns.id)],
  id: ({ id }) => [ascending(id)],
  rand: ({ id }) => [shuffled(id), ascending(id)],
  "date-asc": ({ createdAt, id }) => [ascending(createdAt), ascending(id)],
};

/** The orders that are stored, with the columns that decide besides the id. */
export const storedOrders = {
  menu_order: ["position", "name"],
  relevance: ["totalSales", "position", "name"],
  popularity: ["totalSales"],
  rating: ["rating"],
  date: ["createdAt"],
  price: ["lowest"],
  "price-desc": ["highest"],
  title: ["name"],
  rand: [],
  id: [],
} as const satisfies Partial<Record<SortOrder, readonly string[]>>;

export type StoredOrder = keyof typeof storedOrders;

/** The other orders, each a stored one from its end. */
const reversedOrders = { "title-desc": "title", "date-asc": "date" } as const satisfies Record<
  Exclude<SortOrder, StoredOrder>,
  StoredOrder
>;

/** Returns the stored order that an order is, in one direction or the other. */
export function storedAs(sort: SortOrder): StoredOrder {
  return isReversed(sort) ? reversedOrders[sort] : sort;
}

export function isReversed(sort: SortOrder): sort is keyof typeof reversedOrders {
  return Object.hasOwn(reversedOrders, sort);
}

/** Compares products in the field's order for `sort`, as the columns are now. */
export function comparing(sort: SortOrder, columns: EntryColumns): Compare {
  const inTurn = keys[sort](columns);
  return (one, other) => {
    for (const key of inTurn) {
      const order = key(one, other);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** Also for infinite numbers, whose difference is none. */
function compare(one: number, other: number): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
