import { expect, test } from "vitest";
import { nestedFields } from "./parameters.ts";

test("fields in brackets become lists and objects", () => {
  const fields = { title: "Tea", "tags[]": ["1", "2"], "tags[2]": "3", "meta[a]": "x", "meta[b]": "y" };
  expect(nestedFields(fields)).toEqual({ title: "Tea", tags: ["1", "2", "3"], meta: { a: "x", b: "y" } });
});

test("tens of thousands of fields in brackets are read at once, not each by a copy of the others", () => {
  const numbers = Array.from({ length: 30_000 }, (_, at) => at);
  const named = nestedFields(Object.fromEntries(numbers.map((at) => [`a[x${at}]`, at])));
  const listed = nestedFields(Object.fromEntries(numbers.map((at) => [`a[${at}]`, at])));
  expect(Object.keys(named.a as object)).toHaveLength(numbers.length);
  expect(listed.a).toEqual(numbers);
}, 15_000);
