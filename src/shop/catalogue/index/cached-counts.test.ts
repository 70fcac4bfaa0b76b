import { setImmediate as turn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { CachedCounts } from "./cached-counts.ts";
import type { ListingCounts, ListingFilter } from "./listing-filter.ts";

const filter: ListingFilter = { place: "listing" };

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
