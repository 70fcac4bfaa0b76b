import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Freshness } from "../freshness.ts";
import { CachedPage } from "./cached-page.ts";
import { PageStore } from "./page-store.ts";

const pageOf = (key: string, bytes = 1000) =>
  CachedPage.of(key, { body: randomBytes(bytes / 2).toString("hex"), headers: [], tags: ["product:1"] }, "identity", 0);

/** @returns whether the page was cached */
async function add(store: PageStore, page: CachedPage): Promise<boolean> {
  await store.load(
    page.key,
    async () => page,
    () => true,
  );
  return store.has(page);
}

test("the least recently used page is evicted", async () => {
  const store = new PageStore(new Freshness(), 14_000);
  for (const key of ["a", "b", "c", "d"]) await add(store, await pageOf(key));
  const [a, b] = [store.get("a"), store.get("b")];
  if (!a || !b) throw new Error("not kept");
  store.touch(a);
  store.touch(b);
  store.touch(a);
  for (const key of ["e", "f"]) {
    const page = await pageOf(key);
    if (!(await add(store, page))) await add(store, page);
  }
  expect(["a", "b", "c", "d", "e", "f"].filter((key) => store.get(key))).toEqual(["a", "b", "d", "e", "f"]);
});

test("when the cache is nearly full, a key is cached only on its second request", async () => {
  const store = new PageStore(new Freshness(), 14_000);
  for (const key of ["a", "b", "c", "d"]) expect(await add(store, await pageOf(key))).toBe(true);
  expect(await add(store, await pageOf("once"))).toBe(false);
  expect(await add(store, await pageOf("once"))).toBe(true);
});

test("a page larger than a quarter of the limit is not cached", async () => {
  expect(await add(new PageStore(new Freshness(), 14_000), await pageOf("a", 4000))).toBe(false);
});

test("aliases are limited and leave with their page", async () => {
  const freshness = new Freshness();
  const store = new PageStore(freshness, 100_000);
  const page = await pageOf("a");
  await add(store, page);
  store.addAlias(page, "h/");
  for (let index = 0; index < 20; index += 1) store.addAlias(page, `h/?fbclid=${index}`);
  store.addAlias(page, "x".repeat(601));
  expect(page.aliases).toHaveLength(8);
  expect(store.getByAlias("h/")).toBe(page);
  expect(store.getByAlias("h/?fbclid=0")).toBeUndefined();
  expect(store.getByAlias("h/?fbclid=19")).toBe(page);
  freshness.apply(["product:1"]);
  expect(store.getByAlias("h/?fbclid=19")).toBeUndefined();
  expect(store.bytes).toBe(0);
});

test("the byte count matches the pages after any sequence of operations", async () => {
  const pages = await Promise.all(Array.from({ length: 12 }, (_, index) => pageOf(`key${index}`, 200 + index * 300)));
  const step = fc.tuple(fc.constantFrom("add", "alias", "remove", "touch", "purge"), fc.nat({ max: 11 }));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: "max" }), async (steps) => {
      const freshness = new Freshness();
      const store = new PageStore(freshness, 20_000);
      for (const [what, index] of steps) {
        const page = pages[index];
        if (!page) continue;
        if (what === "add" && !store.has(page)) {
          page.aliases.length = 0;
          await add(store, page);
        }
        if (what === "alias") store.addAlias(page, `alias${index}${steps.length}`);
        if (what === "remove") store.remove(page);
        if (what === "touch" && store.has(page)) store.touch(page);
        if (what === "purge" && index === 0) freshness.apply(["product:1"]);
      }
      const kept = pages.filter((page) => store.has(page));
      expect(store.bytes).toBe(kept.reduce((sum, page) => sum + page.bytes, 0));
      expect(store.bytes).toBeLessThanOrEqual(20_000);
      expect(store.size).toBe(kept.length);
    }),
    { numRuns: 50 },
  );
});
