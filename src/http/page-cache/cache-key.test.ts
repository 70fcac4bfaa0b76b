import fc from "fast-check";
import { expect, test } from "vitest";
import { maxKeyLength, pageAddress } from "./cache-key.ts";

const declared = ["orderby", "paged", "s", "attribute_*"];
const keyOf = (url: string) => pageAddress("shop.test", url, declared)?.key;

test("only declared parameters are part of the cache key", () => {
  expect(keyOf("/shop/?utm_source=mail&orderby=price&fbclid=1")).toBe("shop.test/shop/?orderby=price");
  expect(keyOf("/shop/?utm_source=mail")).toBe("shop.test/shop/");
  expect(keyOf("/p/?attribute_size=l&attribute=2")).toBe("shop.test/p/?attribute_size=l");
});

test("equivalent spellings of a URL have the same key", () => {
  expect(keyOf("/%73hop/?paged=2&orderby=price")).toBe(keyOf("/shop/?orderby=price&paged=2"));
  expect(keyOf("/shop/?s=a+b")).toBe(keyOf("/shop/?s=a%20b"));
});

test("a repeated parameter counts once, and an invalid path is not cached", () => {
  expect(keyOf("/shop/?paged=2&paged=3&paged=4")).toBe("shop.test/shop/?paged=2");
  expect(keyOf("http://shop.test/shop/")).toBeUndefined();
});

test("an encoded slash differs from a slash", () => {
  expect(keyOf("/a%2Fb/")).not.toBe(keyOf("/a/b/"));
});

test("hosts do not share pages", () => {
  expect(pageAddress("a.test", "/", [])?.key).not.toBe(pageAddress("b.test", "/", [])?.key);
});

test("overlong and undecodable URLs are not cached", () => {
  expect(keyOf(`/shop/?s=${"x".repeat(maxKeyLength)}`)).toBeUndefined();
  expect(keyOf(`/shop/?junk=${"x".repeat(5000)}`)).toBeUndefined();
  expect(keyOf("/%E0%A4%A")).toBeUndefined();
});

test("for any query string the key ignores undeclared parameters, is stable and never throws", () => {
  const parts = fc.array(
    fc.tuple(fc.oneof(fc.constantFrom("orderby", "s", "attribute_a", "utm_x"), fc.string()), fc.string()),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(fc.string(), parts, (noise, pairs) => {
      const query = new URLSearchParams(pairs).toString();
      for (const url of [`/shop/?${noise}`, `/shop/?${query}`, `/shop/?${query}&${noise}`]) {
        const address = pageAddress("h", url, declared);
        if (!address) continue;
        expect(address.key.length).toBeLessThanOrEqual(maxKeyLength);
        for (const name of address.query.keys())
          expect(declared.includes(name) || name.startsWith("attribute_")).toBe(true);
        expect(pageAddress("h", address.key.slice(1), declared)?.key).toBe(address.key);
      }
    }),
  );
});
