import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Tag } from "#db/changes.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { Freshness } from "../freshness.ts";
import type { RenderedPage } from "./cached-page.ts";
import { PageCache } from "./page-cache.ts";

const page = (tags: Tag[], extra: Partial<RenderedPage> = {}): RenderedPage => ({
  body: "<p>page</p>".repeat(50),
  headers: [],
  tags,
  ...extra,
});

let now = 0;
let cache: PageCache;
let freshness: Freshness;
beforeEach(() => {
  now = 1_000_000;
  freshness = new Freshness();
  cache = new PageCache(freshness, { now: () => now });
});
afterEach(() => vi.useRealTimers());

/** Requests a key; returns the outcome and the render that answered. */
async function ask(key: string, rendered = page(["product:1"])) {
  const { outcome } = await cache.getOrRender(key, "br", async () => rendered);
  return outcome;
}

/** A render that ends on demand. */
function slowRender() {
  let finish: (rendered: RenderedPage) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const promise = new Promise<RenderedPage>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  const render = vi.fn(() => promise);
  return { render, finish, fail };
}

test("the second request is a hit", async () => {
  expect(await ask("a")).toBe("miss");
  expect(await ask("a")).toBe("hit");
  expect(cache.counts).toMatchObject({ hits: 1, misses: 1, pages: 1 });
});

test("a change drops the pages with its tags, and nothing else", async () => {
  await ask("a", page(["product:1", "products"]));
  await ask("b", page(["product:2", "products"]));
  freshness.apply(["product:1"]);
  expect(await ask("b")).toBe("hit");
  expect(await ask("a")).toBe("miss");
});

test.each([["*" as const], [["settings"] as const]])("a change of %s drops everything", async (changed) => {
  await ask("a", page([]));
  freshness.apply(changed);
  expect(await ask("a")).toBe("miss");
  expect(cache.counts.bytes).toBeGreaterThan(0);
});

test("a page whose data changed during its render is not cached", async () => {
  const slow = slowRender();
  const answer = cache.getOrRender("a", "br", slow.render);
  freshness.apply(["product:1"]);
  slow.finish(page(["product:1"]));
  expect((await answer).outcome).toBe("miss");
  expect(cache.counts.pages).toBe(0);
});

test("unrelated changes do not prevent a page from being cached", async () => {
  const slow = slowRender();
  const answer = cache.getOrRender("a", "br", slow.render);
  freshness.apply(["product:2"]);
  slow.finish(page(["product:1"]));
  await answer;
  expect(await ask("a")).toBe("hit");
});

test("concurrent requests for a key share one render", async () => {
  const slow = slowRender();
  const answers = [1, 2, 3].map(() => cache.getOrRender("a", "br", slow.render));
  slow.finish(page([]));
  await Promise.all(answers);
  expect(slow.render).toHaveBeenCalledTimes(1);
});

test("a request after a change does not get a render that began before it", async () => {
  const old = slowRender();
  const first = cache.getOrRender("a", "br", old.render);
  freshness.apply(["product:1"]);
  const fresh = vi.fn(async () => page(["product:1"], { body: "new" }));
  const second = await cache.getOrRender("a", "identity", fresh);
  expect(fresh).toHaveBeenCalledTimes(1);
  old.finish(page(["product:1"], { body: "old" }));
  await first;
  const third = await cache.getOrRender("a", "identity", slowRender().render);
  expect(third.page).toBe(second.page);
});

test("a failed render fails all its waiters once and is not cached", async () => {
  const slow = slowRender();
  const answers = [1, 2].map(() => cache.getOrRender("a", "br", slow.render));
  slow.fail(new Error("no database"));
  const results = await Promise.allSettled(answers);
  expect(results.map((result) => result.status)).toEqual(["rejected", "rejected"]);
  expect(slow.render).toHaveBeenCalledTimes(1);
  expect(await ask("a")).toBe("miss");
});

test("a page leaves the cache when it expires", async () => {
  await ask("a", page([], { until: now + 1000 }));
  now += 999;
  expect(await ask("a")).toBe("hit");
  now += 1;
  expect(await ask("a")).toBe("miss");
});

test("while the change log cannot be read, stale pages are served for five minutes and new ones are not cached", async () => {
  await ask("a");
  freshness.markUnreadable(now);
  expect(await ask("a")).toBe("stale");
  expect(await ask("b")).toBe("miss");
  expect(await ask("b")).toBe("miss");
  now += 5 * 60_000;
  freshness.markUnreadable(now);
  expect(await ask("a")).toBe("miss");
});

test("stale pages are served for five minutes, not for longer, when the clock steps back meanwhile", async () => {
  await ask("a");
  freshness.markUnreadable(now);
  now -= 3 * 3_600_000;
  expect(await ask("a")).toBe("stale");
  now += 5 * 60_000;
  expect(await ask("a")).toBe("miss");
});

test("when the change log can be read again, only changed pages are gone", async () => {
  await ask("a", page(["product:1"]));
  await ask("b", page(["product:2"]));
  freshness.markUnreadable(now);
  const slow = slowRender();
  const before = cache.getOrRender("c", "br", slow.render);
  freshness.apply(["product:1"]);
  freshness.markReadable();
  slow.finish(page(["product:1"]));
  await before;
  expect(cache.counts.pages).toBe(1);
  expect(await ask("b")).toBe("hit");
  expect(await ask("a")).toBe("miss");
});

test("an import of 60,000 products drops only listings and the pages of those products", async () => {
  await ask("a", page(["product:1"]));
  await ask("b", page(["product:900000"]));
  await ask("listing", page(["products", "product:900000"]));
  for (let from = 0; from < 60_000; from += 200) {
    const slow = slowRender();
    const during = cache.getOrRender(`during ${from}`, "br", slow.render);
    // The tags of a batch; see write-products.ts.
    freshness.apply(["products", ...Array.from({ length: 200 }, (_, index) => `product:${from + index}` as const)]);
    slow.finish(page(["product:900001"]));
    await during;
    expect(await ask(`during ${from}`)).toBe("hit");
  }
  expect(await ask("b")).toBe("hit");
  expect(await ask("listing")).toBe("miss");
  expect(await ask("a")).toBe("miss");
});

describe("a page is recompressed in the background", () => {
  const words = Array.from({ length: 4000 }, (_, index) => `<li>${(index * 7919) % 4001} ${index % 13}</li>`).join("");
  /** Caches a page and returns whether it has become smaller. */
  const keep = async () => {
    await ask("a", page([], { body: words }));
    const before = cache.counts.bytes;
    return () => cache.counts.bytes < before;
  };

  test("at its tenth hit", async () => {
    const isSmaller = await keep();
    for (let hit = 0; hit < 9; hit += 1) await ask("a");
    expect(isSmaller()).toBe(false);
    await ask("a");
    await eventually(() => expect(isSmaller()).toBe(true), 3000);
  });

  test("also if others asked for it often before a browser that takes brotli", async () => {
    await cache.getOrRender("a", "gzip", async () => page([], { body: words }));
    for (let hit = 0; hit < 12; hit += 1) await cache.getOrRender("a", "gzip", async () => page([]));
    await ask("a");
    const before = cache.counts.bytes;
    await ask("a");
    await eventually(() => expect(cache.counts.bytes).toBeLessThan(before), 3000);
  });

  test("at a hit thirty seconds after it was rendered", async () => {
    const isSmaller = await keep();
    now += 29_999;
    await ask("a");
    expect(isSmaller()).toBe(false);
    now += 1;
    await ask("a");
    await eventually(() => expect(isSmaller()).toBe(true), 3000);
  });
});
