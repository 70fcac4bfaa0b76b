import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import type { Tag } from "#db/changes.ts";
import { Cache } from "./cache.ts";
import { derived } from "./cached-reads/derived.ts";
import { Freshness } from "./freshness.ts";

interface Value {
  text: string;
  tags: Tag[];
}

let freshness: Freshness;
let dropped: string[];
let cache: Cache<string, Value>;
beforeEach(() => {
  freshness = new Freshness();
  dropped = [];
  cache = open();
});

function open(maxSize = 100): Cache<string, Value> {
  return new Cache(freshness, {
    maxSize,
    tagsOf: ({ tags }) => tags,
    sizeOf: ({ text }) => text.length,
    onDrop: ({ text }) => dropped.push(text),
  });
}

const value = (text: string, ...tags: Tag[]): Value => ({ text, tags });
const put = (key: string, given: Value) => cache.set(key, given, cache.now);

test("a value is dropped when one of its tags, or the settings, change", () => {
  for (const change of [["product:1"], ["products"], ["settings"], "*"] as const) {
    put("a", value("a", "product:1", "products"));
    put("b", value("b", "articles"));
    freshness.apply(["product:2", "menus"]);
    expect(cache.get("a")?.text).toBe("a");
    freshness.apply(change);
    expect(cache.get("a")).toBeUndefined();
    expect(cache.get("b") === undefined).toBe(change === "*" || change[0] === "settings");
  }
});

test("a value read before a change of its tags is not added; other values are", () => {
  const readAt = cache.now;
  freshness.apply(["product:1"]);
  cache.set("a", value("a", "product:1"), readAt);
  cache.set("b", value("b", "product:2"), readAt);
  expect([cache.get("a"), cache.get("b")?.text]).toEqual([undefined, "b"]);
});

test("the least recently used values are evicted, oversized ones are not added, and each drop is reported once", () => {
  cache = open(6);
  for (const key of ["aa", "bb", "cc"]) put(key, value(key));
  cache.get("aa");
  put("dd", value("dd"));
  put("large", value("1234567"));
  expect(["aa", "bb", "cc", "dd", "large"].filter((key) => cache.get(key))).toEqual(["aa", "cc", "dd"]);
  put("aa", value("AA", "menus"));
  cache.delete("cc");
  expect(dropped).toEqual(["bb", "aa", "cc"]);
  expect([cache.size, cache.count]).toEqual([4, 2]);
});

describe("while the change log cannot be read", () => {
  test("nothing is found or added; unchanged values are found again afterwards", () => {
    put("a", value("a", "product:1"));
    put("b", value("b", "product:2"));
    freshness.markUnreadable(0);
    put("c", value("c"));
    expect([cache.get("a"), cache.get("c"), cache.peek("a")?.text]).toEqual([undefined, undefined, "a"]);
    freshness.apply(["product:1"]);
    freshness.markReadable();
    expect(["a", "b", "c"].filter((key) => cache.get(key))).toEqual(["b"]);
  });

  test("a value whose read started in that time is added if nothing changed since", async () => {
    freshness.markUnreadable(0);
    const [same, other] = ["a", "b"].map((key) => cache.load(key, async () => value(key, `product:${key.length}`)));
    freshness.markReadable();
    await Promise.all([same, other]);
    expect(cache.count).toBe(2);
  });
});

test("concurrent loads of a key share one read, until a change makes it possibly stale", async () => {
  let reads = 0;
  const read = async () => value(`read ${++reads}`, "products");
  const first = [cache.load("a", read), cache.load("a", read)];
  freshness.apply(["products"]);
  const later = cache.load("a", read);
  expect((await Promise.all([...first, later])).map(({ text }) => text)).toEqual(["read 1", "read 1", "read 2"]);
  expect((await cache.load("a", read)).text).toBe("read 2");
});

test("a failed read fails everyone who shares it, and the next load reads again", async () => {
  const fail = () => Promise.reject(new Error("away"));
  const answers = await Promise.allSettled([cache.load("a", fail), cache.load("a", fail)]);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect((await cache.load("a", async () => value("a"))).text).toBe("a");
});

test("a value that has grown is resized, or evicted if it no longer fits", () => {
  const grown = value("a", "menus");
  put("a", grown);
  grown.text = "aaaa";
  cache.resize("a");
  expect([cache.size, dropped]).toEqual([4, []]);
  grown.text = "a".repeat(101);
  cache.resize("a");
  expect([cache.size, cache.count, dropped.length]).toEqual([0, 0, 1]);
});

test("total size and tags match the entries after any sequence of operations", () => {
  const step = fc.tuple(
    fc.constantFrom("set", "get", "delete", "resize", "change"),
    fc.nat({ max: 9 }),
    fc.nat({ max: 30 }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      freshness = new Freshness();
      cache = open(60);
      const there = () =>
        Array.from({ length: 10 }, (_, key) => cache.peek(String(key))).filter((one) => one !== undefined);
      for (const [what, key, length] of steps) {
        if (what === "set") put(String(key), value("x".repeat(length + 1), `product:${key % 3}`));
        if (what === "get") cache.get(String(key));
        if (what === "delete") cache.delete(String(key));
        const kept = cache.peek(String(key));
        if (what === "resize" && kept) {
          kept.text = "y".repeat(length + 1);
          cache.resize(String(key));
        }
        const changed = `product:${key % 3}` as const;
        if (what === "change") freshness.apply([changed]);
        const old = there().filter(({ tags }) => what === "change" && tags.includes(changed));
        expect(old).toEqual([]);
        expect(cache.size).toBe(there().reduce((sum, { text }) => sum + text.length, 0));
        expect(cache.size).toBeLessThanOrEqual(60);
      }
    }),
  );
});

test("a derived value is computed once per key, and again for another object", () => {
  let made = 0;
  const of = (owner: object, key: string) => derived(owner, key, () => ++made);
  const one = value("a");
  expect([of(one, "x"), of(one, "x"), of(one, "y"), of(value("a"), "x")]).toEqual([1, 1, 2, 3]);
});
