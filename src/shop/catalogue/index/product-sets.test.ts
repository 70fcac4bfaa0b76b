import fc from "fast-check";
import { expect, test } from "vitest";
import { EntryColumns } from "./entry-columns.ts";
import type { ListingEntry } from "./listing-entry.ts";
import type { ListingFilter } from "./listing-filter.ts";
import { ProductSets } from "./product-sets.ts";
import type { SearchTerms } from "./search-terms.ts";
import { comparing, type SortOrder, sortOrders } from "./sort-orders.ts";

const small = (most: number) => fc.integer({ min: 0, max: most });
const categories = small(5);
const pair = [1, 2];
const values = fc.constantFrom("form=powder", "form=drops", "size=small", "size=large");
const price = fc.option(small(50), { nil: null });

const entries = fc.record({
  id: fc.integer({ min: 1, max: 60 }),
  nameKey: fc.constantFrom(" zinc", " iron", " iron tea"),
  words: fc.uniqueArray(fc.constantFrom("zinc", "iron", "tea", "te", "irontea", "x1", "2", "kg", "2kg"), {
    maxLength: 4,
  }),
  position: small(3),
  createdAt: small(4),
  totalSales: small(3),
  rating: fc.constantFrom(0, 1, 2.4, 4, 4.5, 5),
  ratingCount: small(3),
  prices: fc.tuple(price, price),
  isOnSale: fc.boolean(),
  isInStock: fc.boolean(),
  isListed: fc.boolean(),
  isSearchable: fc.boolean(),
  categoryIds: fc.uniqueArray(categories, { maxLength: 3 }),
  tagIds: fc.uniqueArray(small(2), { maxLength: 2 }),
  values: fc.uniqueArray(values, { maxLength: 4 }),
  until: fc.option(small(20), { nil: null }),
});

function toEntry({
  prices: [one, other],
  words,
  ...rest
}: typeof entries extends fc.Arbitrary<infer Drawn> ? Drawn : never) {
  const min = one === null || other === null ? null : Math.min(one, other);
  const max = one === null || other === null ? null : Math.max(one, other);
  return { ...rest, words: rest.isSearchable ? words.join(" ") : "", min, max } satisfies ListingEntry;
}

const steps = fc.array(fc.oneof(entries.map(toEntry), fc.integer({ min: 1, max: 60 })), { maxLength: 60, size: "max" });

const searchWords = fc.record({
  word: fc.constantFrom("zinc", "te", "tea", "t", "iron", "irons", "2", "kg", "2kg", "k", "x1", "x", "1"),
  stem: fc.constantFrom(null, "iron", "tea"),
});

const searches = fc
  .array(searchWords, { maxLength: 3 })
  .map((words): SearchTerms => ({ name: ` ${words.map(({ word }) => word).join(" ")}`, words }));

const filters: fc.Arbitrary<ListingFilter> = fc.record(
  {
    place: fc.constantFrom("listing" as const, "search" as const),
    categoryIds: fc.uniqueArray(categories, { maxLength: 3 }),
    tagId: small(2),
    search: searches,
    hidesOutOfStock: fc.boolean(),
    chosen: fc.record({
      categories: fc.array(fc.uniqueArray(categories, { minLength: 1, maxLength: 2 }), { maxLength: 2 }),
      attributes: fc
        .dictionary(fc.constantFrom("form", "size"), fc.constantFrom(["powder"], ["powder", "drops"], ["large"]))
        .map((chosen) => new Map(Object.entries(chosen))),
      minPrice: price,
      maxPrice: price,
      ratings: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }),
      inStock: fc.boolean(),
      onSale: fc.boolean(),
    }),
  },
  { requiredKeys: ["place", "chosen"] },
);

type Chosen = NonNullable<ListingFilter["chosen"]>;

const hasWord = ({ words }: ListingEntry, fits: (word: string) => boolean) =>
  words.split(" ").filter(Boolean).some(fits);

/** Digits and letters, in any order. */
const isPair = (one = "", other = "") =>
  (/^\d+$/.test(one) && /^[a-z]+$/.test(other)) || (/^[a-z]+$/.test(one) && /^\d+$/.test(other));

/** The rule of `matching` in the plainest words. */
function isFound(entry: ListingEntry, { words }: SearchTerms): boolean {
  if (words.length === 0) return false;
  const asOne = words.map(({ word }) => word).join("");
  const has = (word: string, isLast: boolean) =>
    hasWord(entry, (one) => one === word || (isLast && word.length > 1 && one.startsWith(word)));
  const hasAll = words.every(({ word, stem }, index) => {
    const isLast = index === words.length - 1;
    const before = words[index - 1]?.word;
    const after = words[index + 1]?.word;
    return (
      has(word, isLast) ||
      hasWord(entry, (one) => one === stem) ||
      (word === "2kg" && has("2", false) && has("kg", isLast)) ||
      (word === "x1" && has("x", false) && has("1", isLast)) ||
      (isPair(before, word) && has(`${before}${word}`, isLast)) ||
      (isPair(word, after) && has(`${word}${after}`, index === words.length - 2))
    );
  });
  return hasAll || (words.length > 1 && hasWord(entry, (one) => one.startsWith(asOne)));
}

/** The rule of `byFit`: 0 is best. */
function fitOf({ nameKey }: ListingEntry, { name, words }: SearchTerms): number {
  if (nameKey === name) return 0;
  if (nameKey.startsWith(name)) return 1;
  const own = nameKey.trim().split(" ");
  const beginnings = words.map(({ word, stem }) => {
    if (stem === null) return word;
    return word.startsWith(stem) ? stem : stem.slice(0, -1);
  });
  return beginnings.every((beginning) => own.some((one) => one.startsWith(beginning))) ? 2 : 3;
}

const nothingChosen: Chosen = {
  categories: [],
  attributes: new Map(),
  minPrice: null,
  maxPrice: null,
  ratings: [],
  inStock: false,
  onSale: false,
};

/** The rule in the plainest words; `except` is the kind of filter that is left out. */
function fits(entry: ListingEntry, filter: ListingFilter, except = ""): boolean {
  const chosen = filter.chosen ?? nothingChosen;
  const isIn = (ids: readonly number[]) => entry.categoryIds.some((id) => ids.includes(id));
  const tests: Record<string, (chosen: Chosen) => boolean> = {
    category: ({ categories: lists }) => lists.length === 0 || lists.some(isIn),
    price: ({ minPrice, maxPrice }) => {
      if (minPrice === null && maxPrice === null) return true;
      if (entry.min === null || entry.max === null) return false;
      return entry.max >= (minPrice ?? 0) && entry.min <= (maxPrice ?? Infinity);
    },
    rating: ({ ratings }) => ratings.length === 0 || ratings.includes(Math.round(entry.rating)),
    stock: ({ inStock }) => !inStock || entry.isInStock,
    sale: ({ onSale }) => !onSale || entry.isOnSale,
  };
  for (const [slug, wanted] of chosen.attributes)
    tests[`value:${slug}`] = () => wanted.some((value) => entry.values.includes(`${slug}=${value}`));
  return (
    (filter.place === "listing" ? entry.isListed : entry.isSearchable) &&
    (!filter.categoryIds || isIn(filter.categoryIds)) &&
    (filter.tagId === undefined || entry.tagIds.includes(filter.tagId)) &&
    (!filter.search || isFound(entry, filter.search)) &&
    (!filter.hidesOutOfStock || entry.isInStock) &&
    Object.entries(tests).every(([kind, test]) => kind === except || test(chosen))
  );
}

const nothing: ListingFilter = { place: "listing" };

/** A page of a listing with its total and counts. */
function listOf(sets: ProductSets, filter: ListingFilter, sort: SortOrder, page: number, perPage: number) {
  const choice = sets.choose(filter);
  return { ids: choice.order(sort, page, perPage), total: choice.total, counts: choice.count() };
}

/** The sets after some steps (an entry is put in, a number taken out), and what they hold. */
function build(taken: readonly (ListingEntry | number)[], early = nothing) {
  const sets = new ProductSets();
  const held = new Map<number, ListingEntry>();
  for (const [index, step] of taken.entries()) {
    // An order, what is in some categories, and counts are asked for early, and kept right from then on.
    if (index === 10) for (const sort of sortOrders) listOf(sets, early, sort, 1, 5).counts.category(pair);
    if (typeof step === "number") {
      sets.remove(step);
      held.delete(step);
    } else {
      sets.put(step);
      held.set(step.id, step);
    }
  }
  return { sets, held: [...held.values()] };
}

function inOrder(entries: readonly ListingEntry[], sort: SortOrder): ListingEntry[] {
  const columns = new EntryColumns();
  for (const [slot, entry] of entries.entries()) columns.set(slot, entry);
  const compare = comparing(sort, columns);
  return [...entries.entries()].sort(([one], [other]) => compare(one, other)).map(([, entry]) => entry);
}

test("pages, totals and counts are those of looking at every product, whatever was put in and taken out before", () => {
  fc.assert(
    fc.property(steps, filters, fc.constantFrom(...sortOrders), small(3), (taken, filter, sort, skippedPages) => {
      const { sets, held } = build(taken, filter);
      expect(sets.size).toBe(held.length);
      const fitting = inOrder(
        held.filter((entry) => fits(entry, filter)),
        sort,
      );
      // Asked for twice: the second answer may be kept from the first.
      const counted = listOf(sets, filter, sort, 1, 4).counts;
      const { ids, total, counts } = listOf(sets, filter, sort, skippedPages + 1, 4);
      expect(counted.value("form", "powder")).toBe(counts.value("form", "powder"));
      expect(ids).toEqual(fitting.map(({ id }) => id).slice(skippedPages * 4, skippedPages * 4 + 4));
      expect(total).toBe(fitting.length);
      const without = (kind: string) => held.filter((entry) => fits(entry, filter, kind));
      expect(counts.inStock).toBe(without("stock").filter(({ isInStock }) => isInStock).length);
      expect(counts.onSale).toBe(without("sale").filter(({ isOnSale }) => isOnSale).length);
      expect(counts.category(pair)).toBe(
        without("category").filter(({ categoryIds }) => categoryIds.includes(1) || categoryIds.includes(2)).length,
      );
      expect(counts.value("form", "powder")).toBe(
        without("value:form").filter((entry) => entry.values.includes("form=powder")).length,
      );
      expect(counts.ratings([5, 4])).toBe(without("rating").filter(({ rating }) => Math.round(rating) >= 4).length);
      const prices = without("price").flatMap(({ min, max }) => (min === null || max === null ? [] : [min, max]));
      expect(counts.prices).toEqual(
        prices.length === 0 ? null : { min: Math.min(...prices), max: Math.max(...prices) },
      );
    }),
    { numRuns: 400 },
  );
});

test("by relevance stand what fits best, then what sold best, then what the shop puts first, page after page", () => {
  fc.assert(
    fc.property(steps, searches, small(3), (taken, search, skippedPages) => {
      const { sets, held } = build(taken);
      const found = held.filter((entry) => entry.isSearchable && isFound(entry, search));
      const ranked = inOrder(found, "relevance").sort((one, other) => fitOf(one, search) - fitOf(other, search));
      const { ids, total } = listOf(sets, { place: "search", search }, "relevance", skippedPages + 1, 3);
      expect(ids).toEqual(ranked.map(({ id }) => id).slice(skippedPages * 3, skippedPages * 3 + 3));
      expect(total).toBe(found.length);
    }),
    { numRuns: 400 },
  );
});

test("products that fit a search alike and sold alike stand in the shop's order, in that of popularity the newest first", () => {
  const sets = new ProductSets();
  const [entry] = fc.sample(entries.map(toEntry), 1);
  const alike = { ...entry, nameKey: " iron", words: "iron", isSearchable: true, totalSales: 0 } as ListingEntry;
  for (const [id, position] of [
    [7, 1],
    [8, 3],
    [9, 2],
  ] as const)
    sets.put({ ...alike, id, position });
  sets.put({ ...alike, id: 3, position: 4, totalSales: 1 });
  const search = { name: " iron", words: [{ word: "iron", stem: null }] };
  const listed = (sort: SortOrder) => listOf(sets, { place: "search", search }, sort, 1, 9).ids;
  expect(listed("relevance")).toEqual([3, 7, 9, 8]);
  expect(listed("popularity")).toEqual([3, 9, 8, 7]);
});

test("what changes its price by itself is named from that moment on, until it is put in anew", () => {
  fc.assert(
    fc.property(steps, small(20), small(20), (taken, first, second) => {
      const { sets, held } = build(taken);
      for (const time of [first, second].sort((one, other) => one - other)) {
        const due = held.filter(({ until }) => until !== null && until <= time).map(({ id }) => id);
        expect(sets.due(new Date(time)).toSorted((a, b) => a - b)).toEqual(due.toSorted((a, b) => a - b));
      }
    }),
  );
});
