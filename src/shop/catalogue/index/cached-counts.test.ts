import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import { CachedCounts } from "./cached-counts.ts";
import type { ListingCounts, ListingFilter } from "./listing-filter.ts";
import { ProductSets } from "./product-sets.ts";
import type { ListingEntry } from "./records/listing-entry.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const filter: ListingFilter = { place: "listing" };

const listed: ListingEntry = {
  id: 0,
  nameKey: " tea",
  words: "",
  shortWords: "",
  longWords: "",
  position: 0,
  createdAt: 0,
  totalSales: 0,
  rating: 0,
  ratingCount: 0,
  offers: [],
  isInStock: true,
  isFeatured: false,
  isExternal: false,
  isListed: true,
  isSearchable: false,
  categoryIds: [],
  tagIds: [],
  values: [],
};

test("numbers are cached, the sets they are counted from only until the next turn of the event loop", async () => {
  const count = vi.fn((): ListingCounts => {
    const set = [4, 5];
    return {
      category: () => set.length,
      value: () => set.length,
      ratings: () => set.length,
      inStock: 1,
      onSale: 0,
      prices: null,
    };
  });
  const cached = new CachedCounts();

  expect(cached.of(filter, count).category([1])).toBe(2);
  expect(cached.of(filter, count).value("form", "powder")).toBe(2);
  expect(count).toHaveBeenCalledTimes(1);
  await turn();
  expect(cached.of(filter, count).category([1])).toBe(2);
  expect(count).toHaveBeenCalledTimes(1);
  expect(cached.of(filter, count).category([2])).toBe(2);
  expect(count).toHaveBeenCalledTimes(2);

  cached.forget();
  cached.of(filter, count);
  expect(count).toHaveBeenCalledTimes(3);
});

test("searches for the same words share their counts; of many searches the latest stay, and the listings' counts too", () => {
  const count = vi.fn(
    (): ListingCounts => ({ category: () => 1, value: () => 1, ratings: () => 1, inStock: 1, onSale: 0, prices: null }),
  );
  const cached = new CachedCounts();
  const searchFor = (word: string): ListingFilter => ({
    place: "search",
    search: { name: ` ${word}`, words: [{ word, stem: null, isStopWord: false }], phrases: [] },
  });
  cached.of(filter, count);
  cached.of(searchFor("tea"), count);
  cached.of(searchFor("tea"), count);
  expect(count).toHaveBeenCalledTimes(2);
  cached.of({ ...searchFor("tea"), hidesOutOfStock: true }, count);
  expect(count).toHaveBeenCalledTimes(3);

  for (let at = 0; at < 49; at++) cached.of(searchFor(`word${at}`), count);
  cached.of(searchFor("tea"), count);
  expect(count).toHaveBeenCalledTimes(53);
  cached.of(searchFor("word48"), count);
  cached.of(filter, count);
  expect(count).toHaveBeenCalledTimes(53);
});

test("counted listings leave no set of their products in memory", async () => {
  const sets = new ProductSets();
  const [products, listings] = [10_000, 190];
  const entries = Array.from({ length: products }, (_, at) => ({ ...listed, id: at + 1, tagIds: [at % listings] }));
  sets.update(entries, [], { now: new Date(0), show: null });
  const count = (tagId: number) => {
    const choice = sets.choices.choose({ place: "listing", tagId });
    choice.order("relevance", 1, 10);
    choice.count().category([1]);
  };
  const memory = async () => {
    await turn();
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  count(0);
  const before = await memory();
  for (let tagId = 1; tagId < listings; tagId++) count(tagId);
  const bytesOfAllSets = (listings * products) / 8;
  // Buffers are freed by another thread some time after a collection.
  await vi.waitFor(async () => expect((await memory()) - before).toBeLessThan(bytesOfAllSets / 2), 10_000);
});
