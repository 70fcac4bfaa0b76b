import fc from "fast-check";
import { expect, test } from "vitest";
import { currentPrice } from "../pricing.rules.ts";
import type { SearchTerms } from "../search/search-terms.ts";
import { EntryColumns } from "./entry-columns.ts";
import type { ListingFilter } from "./listing-filter.ts";
import { type Pricing, ProductSets } from "./product-sets.ts";
import type { ListingEntry } from "./records/listing-entry.ts";
import { fromSnapshot, toSnapshot } from "./snapshot/index-snapshot.ts";
import type { Snapshot } from "./snapshot/snapshot-file.ts";
import { comparing, furtherSortOrders, type SortOrder, searchSortOrders, sortOrders } from "./sort-orders.ts";
import { TimeSlices } from "./time-slices.ts";

const small = (most: number) => fc.integer({ min: 0, max: most });
const categories = small(5);
const pair = [1, 2];
const values = fc.constantFrom("form=powder", "form=drops", "size=small", "size=large");
const price = fc.option(small(50), { nil: null });

const ownWords = fc.uniqueArray(fc.constantFrom("zinc", "iron", "tea", "te", "irontea", "x1", "2", "kg", "2kg"), {
  maxLength: 4,
});

const entries = fc.record({
  id: fc.integer({ min: 1, max: 60 }),
  nameKey: fc.constantFrom(" zinc", " iron", " iron tea"),
  words: ownWords,
  shortWords: ownWords,
  longWords: ownWords,
  position: small(3),
  createdAt: small(4),
  totalSales: small(3),
  rating: fc.constantFrom(0, 1, 2.4, 4, 4.5, 5),
  ratingCount: small(3),
  offers: fc.array(
    fc.record({
      regularPrice: price,
      salePrice: price,
      saleStartsAt: fc.option(small(20), { nil: null }),
      saleEndsAt: fc.option(small(20), { nil: null }),
      taxClass: fc.constantFrom(null, "", "reduced"),
    }),
    { maxLength: 3 },
  ),
  isInStock: fc.boolean(),
  isFeatured: fc.boolean(),
  isExternal: fc.boolean(),
  isListed: fc.boolean(),
  isSearchable: fc.boolean(),
  categoryIds: fc.uniqueArray(categories, { maxLength: 3 }),
  tagIds: fc.uniqueArray(small(2), { maxLength: 2 }),
  values: fc.uniqueArray(values, { maxLength: 4 }),
});

const toEntry = (drawn: typeof entries extends fc.Arbitrary<infer Drawn> ? Drawn : never): ListingEntry => {
  const { isSearchable, words, shortWords, longWords } = drawn;
  const text = (some: readonly string[]) => (isSearchable ? some.join(" ") : "");
  return { ...drawn, words: text(words), shortWords: text(shortWords), longWords: text(longWords) };
};

const steps = fc.array(fc.oneof(entries.map(toEntry), fc.integer({ min: 1, max: 60 })), { maxLength: 60, size: "max" });

const searchWords = fc.record({
  word: fc.constantFrom("zinc", "te", "tea", "t", "iron", "irons", "2", "kg", "2kg", "k", "x1", "x", "1"),
  stem: fc.constantFrom(null, "iron", "tea"),
  isStopWord: fc.constantFrom(false, false, true),
});

/** Two of three words at most. */
const phrases = fc.array(
  fc.record({
    from: small(1),
    length: fc.integer({ min: 1, max: 2 }),
    meanings: fc.array(fc.array(searchWords, { minLength: 1, maxLength: 2 }), { maxLength: 2 }),
  }),
  { maxLength: 1 },
);

const searches = fc.tuple(fc.array(searchWords, { maxLength: 3 }), phrases).map(
  ([words, drawn]): SearchTerms => ({
    name: ` ${words.map(({ word }) => word).join(" ")}`,
    words,
    phrases: drawn
      .map(({ from, length, meanings }) => ({ from, end: from + length, meanings }))
      .filter(({ end }) => end <= words.length),
  }),
);

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

/** Returns an entry's prices by the rules for cards. */
function pricesOf({ offers }: ListingEntry, { now, show }: Pricing) {
  const priced = offers.map(({ regularPrice, salePrice, saleStartsAt, saleEndsAt, taxClass }) => {
    const shown = (price: number | null) => (price === null || !show ? price : show(price, taxClass));
    return {
      regularPrice: shown(regularPrice),
      salePrice: shown(salePrice),
      saleStartsAt: saleStartsAt === null ? null : new Date(saleStartsAt),
      saleEndsAt: saleEndsAt === null ? null : new Date(saleEndsAt),
    };
  });
  const prices = priced.map((one) => currentPrice(one, now)).filter((one) => one !== null);
  return {
    min: prices.length === 0 ? null : Math.min(...prices),
    max: prices.length === 0 ? null : Math.max(...prices),
    isOnSale: priced.some((one) => (currentPrice(one, now) ?? 0) < (one.regularPrice ?? 0)),
  };
}

type Chosen = NonNullable<ListingFilter["chosen"]>;

/** The words that are looked through, from names alone to descriptions. */
type Reach = "name" | "terms" | "short" | "all";

function wordsWithin({ nameKey, words, shortWords, longWords }: ListingEntry, reach: Reach): string[] {
  if (words === "") return [];
  const texts = { name: [nameKey], terms: [words], short: [words, shortWords], all: [words, shortWords, longWords] };
  return texts[reach].join(" ").split(" ").filter(Boolean);
}

/** Digits and letters, in any order. */
const isPair = (one = "", other = "") =>
  (/^\d+$/.test(one) && /^[a-z]+$/.test(other)) || (/^[a-z]+$/.test(one) && /^\d+$/.test(other));

/** Whether an entry has one of a search's words. */
function hasWord(entry: ListingEntry, words: SearchTerms["words"], index: number, reach: Reach): boolean {
  const own = words[index];
  if (!own) return false;
  const all = wordsWithin(entry, reach);
  if (reach === "name") return all.some((one) => one.startsWith(beginningOf(own)));
  const has = (word: string, isLast: boolean) =>
    all.some((one) => one === word || (isLast && word.length > 1 && one.startsWith(word)));
  const { word, stem } = own;
  const isLast = index === words.length - 1;
  const before = words[index - 1]?.word;
  const after = words[index + 1]?.word;
  return (
    has(word, isLast) ||
    all.some((one) => one === stem) ||
    (word === "2kg" && has("2", false) && has("kg", isLast)) ||
    (word === "x1" && has("x", false) && has("1", isLast)) ||
    (isPair(before, word) && has(`${before}${word}`, isLast)) ||
    (isPair(word, after) && has(`${word}${after}`, index === words.length - 2))
  );
}

const beginningOf = ({ word, stem }: SearchTerms["words"][number]) => {
  if (stem === null) return word;
  return word.startsWith(stem) ? stem : stem.slice(0, -1);
};

/** Whether an entry has all words outside phrases, and of each phrase all words or, `byMeaning`, those of a meaning. */
function hasAll(
  entry: ListingEntry,
  { words, phrases }: SearchTerms,
  reach: Reach,
  byMeaning: boolean,
  isStrict = false,
) {
  const parts = words.map((_, index) => {
    const phrase = phrases.find(({ from, end }) => from <= index && index < end);
    if (phrase?.meanings.length === 0) return undefined;
    const isMeant = phrase?.meanings.some((meaning) =>
      meaning.every((one) =>
        reach === "name"
          ? wordsWithin(entry, reach).some((own) => own.startsWith(beginningOf(one)))
          : wordsWithin(entry, reach).some((own) => own === one.word || own === one.stem),
      ),
    );
    const isNeeded = phrase !== undefined || isStrict || !words[index]?.isStopWord;
    return { fits: hasWord(entry, words, index, reach) || (byMeaning && isMeant === true), isNeeded };
  });
  const given = parts.filter((part) => part !== undefined);
  const needed = given.filter(({ isNeeded }) => isNeeded);
  return given.length > 0 && (needed.length > 0 ? needed : given).every(({ fits }) => fits);
}

const isWrittenAsOne = (entry: ListingEntry, { words }: SearchTerms) => {
  const asOne = words.map(({ word }) => word).join("");
  return words.length > 1 && wordsWithin(entry, "terms").some((one) => one.startsWith(asOne));
};

/** The rule of `matching` in the plainest words. */
function isFound(entry: ListingEntry, search: SearchTerms): boolean {
  return hasAll(entry, search, "all", true) || isWrittenAsOne(entry, search);
}

/** The rule of `byFit`: 0 is best. */
function fitOf(entry: ListingEntry, search: SearchTerms): number {
  if (search.words.length === 0) return 0;
  const steps = [
    entry.nameKey === search.name,
    entry.nameKey.startsWith(search.name),
    hasAll(entry, search, "name", false, true),
    hasAll(entry, search, "name", false),
    isWrittenAsOne(entry, search),
    hasAll(entry, search, "terms", false, true),
    hasAll(entry, search, "terms", false),
    hasAll(entry, search, "name", true),
    hasAll(entry, search, "terms", true),
    hasAll(entry, search, "short", true),
    true,
  ];
  return steps.indexOf(true);
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
function fits(entry: ListingEntry, filter: ListingFilter, pricing: Pricing, except = ""): boolean {
  const { min, max, isOnSale } = pricesOf(entry, pricing);
  const chosen = filter.chosen ?? nothingChosen;
  const isIn = (ids: readonly number[]) => entry.categoryIds.some((id) => ids.includes(id));
  const tests: Record<string, (chosen: Chosen) => boolean> = {
    category: ({ categories: lists }) => lists.length === 0 || lists.some(isIn),
    price: ({ minPrice, maxPrice }) => {
      if (minPrice === null && maxPrice === null) return true;
      if (min === null || max === null) return false;
      return max >= (minPrice ?? 0) && min <= (maxPrice ?? Infinity);
    },
    rating: ({ ratings }) => ratings.length === 0 || ratings.includes(Math.round(entry.rating)),
    stock: ({ inStock }) => !inStock || entry.isInStock,
    sale: ({ onSale }) => !onSale || isOnSale,
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
  const choice = sets.choices.choose(filter);
  return { ids: choice.order(sort, page, perPage), total: choice.total, counts: choice.count() };
}

/** Prices as they were entered, at the beginning of time. */
const asEntered: Pricing = { now: new Date(0), show: null };

/** Puts several changes into the sets at a time. */
function build(taken: readonly (ListingEntry | number)[], early = nothing) {
  const sets = new ProductSets();
  const held = new Map<number, ListingEntry>();
  for (let from = 0; from < taken.length; from += 7) {
    // Memberships of some categories and the counts are first read here, and stay correct afterwards.
    if (from === 14) for (const sort of sortOrders) listOf(sets, early, sort, 1, 5).counts.category(pair);
    const batch = taken.slice(from, from + 7);
    const last = new Map(batch.map((step) => [typeof step === "number" ? step : step.id, step]));
    const removed = [...last.values()].filter((step) => typeof step === "number");
    const put = batch.filter((step) => typeof step !== "number").filter(({ id }) => !removed.includes(id));
    sets.update(put, removed, asEntered);
    for (const entry of put) held.set(entry.id, entry);
    for (const id of removed) held.delete(id);
  }
  return { sets, held: [...held.values()] };
}

function inOrder(entries: readonly ListingEntry[], sort: SortOrder, pricing: Pricing): ListingEntry[] {
  const columns = new EntryColumns();
  for (const [slot, entry] of entries.entries()) {
    const { min, max } = pricesOf(entry, pricing);
    columns.set(slot, entry);
    columns.setPrices(slot, { lowest: min ?? Infinity, highest: max ?? -Infinity, isOnSale: false, until: Infinity });
  }
  const compare = comparing(sort, columns);
  return [...entries.entries()].sort(([one], [other]) => compare(one, other)).map(([, entry]) => entry);
}

/** Expects of the sets what looking at every product says. */
function expectAnswers(
  { sets, held }: ReturnType<typeof build>,
  pricing: Pricing,
  filter: ListingFilter,
  sort: SortOrder,
  page: number,
): void {
  expect(sets.size).toBe(held.length);
  const fitting = inOrder(
    held.filter((entry) => fits(entry, filter, pricing)),
    sort,
    pricing,
  );
  // Asked for twice: the second answer may be kept from the first, which is for another object with the same words.
  const counted = listOf(sets, structuredClone(filter), sort, 1, 4).counts;
  const { ids, total, counts } = listOf(sets, filter, sort, page, 4);
  expect(counted.value("form", "powder")).toBe(counts.value("form", "powder"));
  expect(ids).toEqual(fitting.map(({ id }) => id).slice((page - 1) * 4, page * 4));
  expect(total).toBe(fitting.length);
  const without = (kind: string) => held.filter((entry) => fits(entry, filter, pricing, kind));
  expect(counts.inStock).toBe(without("stock").filter(({ isInStock }) => isInStock).length);
  expect(counts.onSale).toBe(without("sale").filter((entry) => pricesOf(entry, pricing).isOnSale).length);
  expect(counts.category(pair)).toBe(
    without("category").filter(({ categoryIds }) => categoryIds.includes(1) || categoryIds.includes(2)).length,
  );
  expect(counts.value("form", "powder")).toBe(
    without("value:form").filter((entry) => entry.values.includes("form=powder")).length,
  );
  expect(counts.ratings([5, 4])).toBe(without("rating").filter(({ rating }) => Math.round(rating) >= 4).length);
  const prices = without("price")
    .map((entry) => pricesOf(entry, pricing))
    .flatMap(({ min, max }) => (min === null || max === null ? [] : [min, max]));
  expect(counts.prices).toEqual(prices.length === 0 ? null : { min: Math.min(...prices), max: Math.max(...prices) });
}

test("pages, totals and counts are those of looking at every product, whatever was put in and taken out before", () => {
  const sorts = fc.constantFrom(...sortOrders, ...furtherSortOrders);
  fc.assert(
    fc.property(steps, filters, sorts, small(3), (taken, filter, sort, skippedPages) => {
      expectAnswers(build(taken, filter), asEntered, filter, sort, skippedPages + 1);
    }),
    { numRuns: 400 },
  );
});

test("the same holds after the moment and the settings of prices have changed, and after a restart from a snapshot", async () => {
  const show = (price: number, taxClass: string | null) => (taxClass === "" ? price * 2 : price + 3);
  await fc.assert(
    fc.asyncProperty(steps, steps, filters, small(20), small(20), async (taken, more, filter, first, second) => {
      const { sets, held } = build(taken);
      sets.catchUp({ now: new Date(first), show: null });
      const later = { now: new Date(Math.max(first, second)), show };
      await sets.reprice(later, new TimeSlices());
      const { products } = fromSnapshot(copied(toSnapshot(sets, { cursor: "", schema: "", pricing: "" })));
      expectAnswers({ sets: products, held }, later, filter, "price", 1);
      const ids = more.filter((step) => typeof step === "number");
      products.update([], ids, later);
      const left = held.filter(({ id }) => !ids.includes(id));
      expectAnswers({ sets: products, held: left }, later, filter, "menu_order", 1);
    }),
    { numRuns: 200 },
  );
});

test("a build of many products gives what putting them in one by one does", async () => {
  const drawn = fc
    .sample(entries.map(toEntry), { numRuns: 6_000, seed: 1 })
    .map((entry, at) => ({ ...entry, id: at + 1 }));
  const batches = async function* () {
    for (let from = 0; from < drawn.length; from += 500) yield drawn.slice(from, from + 500);
  };
  const sets = await ProductSets.build(batches(), asEntered, new TimeSlices(1));
  for (const sort of [...sortOrders, ...searchSortOrders, ...furtherSortOrders])
    expectAnswers({ sets, held: drawn }, asEntered, nothing, sort, 3);
  const search = { name: " iron", words: [{ word: "iron", stem: null, isStopWord: false }], phrases: [] };
  const found = drawn.filter((entry) => entry.isSearchable && isFound(entry, search));
  expect(sets.choices.choose({ place: "search", search }).total).toBe(found.length);
});

/** As a file would give it back. */
function copied({ meta, arrays }: Snapshot): Snapshot {
  const copies = Object.entries(arrays).map(([name, array]) => [name, array.slice()]);
  return { meta: JSON.parse(JSON.stringify(meta)), arrays: Object.fromEntries(copies) };
}

test("by relevance stand what fits best, then what sold best, then what the shop puts first, page after page", () => {
  fc.assert(
    fc.property(steps, searches, small(3), (taken, search, skippedPages) => {
      const { sets, held } = build(taken);
      const found = held.filter((entry) => entry.isSearchable && isFound(entry, search));
      const ranked = inOrder(found, "relevance", asEntered).sort(
        (one, other) => fitOf(one, search) - fitOf(other, search),
      );
      const { ids, total } = listOf(sets, { place: "search", search }, "relevance", skippedPages + 1, 3);
      expect(ids).toEqual(ranked.map(({ id }) => id).slice(skippedPages * 3, skippedPages * 3 + 3));
      expect(total).toBe(found.length);
    }),
    { numRuns: 400 },
  );
});

test("bestsellers are listed products of this shop, featured ones first; related ones share a category", () => {
  fc.assert(
    fc.property(steps, fc.uniqueArray(categories, { maxLength: 3 }), (taken, categoryIds) => {
      const { sets, held } = build(taken);
      const listed = inOrder(held, "relevance", asEntered).filter(({ isListed }) => isListed);
      const sold = listed.filter(({ isExternal }) => !isExternal);
      const [featured, others] = [true, false].map((wanted) => sold.filter(({ isFeatured }) => isFeatured === wanted));
      expect(sets.choices.bestsellers(4)).toEqual(
        [...(featured ?? []), ...(others ?? [])].map(({ id }) => id).slice(0, 4),
      );
      const [product] = held;
      const sharing = listed.filter((one) => one !== product && one.categoryIds.some((id) => categoryIds.includes(id)));
      expect(sets.choices.related(product?.id ?? 0, categoryIds, 4)).toEqual(sharing.map(({ id }) => id).slice(0, 4));
    }),
    { numRuns: 200 },
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
    sets.update([{ ...alike, id, position }], [], asEntered);
  sets.update([{ ...alike, id: 3, position: 4, totalSales: 1 }], [], asEntered);
  const search = { name: " iron", words: [{ word: "iron", stem: null, isStopWord: false }], phrases: [] };
  const listed = (sort: SortOrder) => listOf(sets, { place: "search", search }, sort, 1, 9).ids;
  expect(listed("relevance")).toEqual([3, 7, 9, 8]);
  expect(listed("popularity")).toEqual([3, 9, 8, 7]);
});
