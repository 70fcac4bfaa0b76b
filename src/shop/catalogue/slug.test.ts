import fc from "fast-check";
import { expect, test } from "vitest";
import { freeSlug, slugOf } from "./slug.ts";

test.each([
  ["Vitamin D3 drops", "vitamin-d3-drops"],
  ["Shaker, 600 ml", "shaker-600-ml"],
  ["BCAA 2:1:1", "bcaa-211"],
  ["1.5 kg / 3 lb", "1-5-kg-3-lb"],
  ["Don’t – really", "dont-really"],
  ["Crème brûlée für Øre", "creme-brulee-fur-ore"],
  ["کیلشیم گولی", "کیلشیم-گولی"],
  ["_min", "_min"],
  ["***", "item"],
])("%s is %s", (name, slug) => expect(slugOf(name)).toBe(slug));

test("any name gives a slug that is valid in a path, and slugs are unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (name) => {
      const slug = slugOf(name);
      expect(slug).toMatch(/^[^\s/]+$/);
      expect(slug.length).toBeLessThan(181);
      expect(slugOf(slug)).toBe(slug);
    }),
    { numRuns: 1000 },
  );
});

test("a taken slug gets the first free number", () => {
  const taken = new Set(["a", "a-2"]);
  expect(freeSlug("a", (slug) => taken.has(slug))).toBe("a-3");
});
