import { expect, test } from "vitest";
import type { FormTag } from "./form-tag.rules.ts";
import { parseTemplate } from "./form-template.rules.ts";
import { areaOf, classesOf, hasOption, idOf, optionValue, sizeOf } from "./tag-options.rules.ts";

test.each([
  ["[text a]", 40],
  ["[text a size:20]", 20],
  ["[text a 20/100]", 20],
  ["[text a 20/]", 20],
  ["[text a /100]", 40],
  ["[text a size:0]", 40],
  ["[text a size:x]", 40],
])("%s is %d characters wide", (template, size) => {
  expect(sizeOf(tagOf(template))).toBe(size);
});

test.each([
  ["[textarea a]", 40, 10],
  ["[textarea a 30x5]", 30, 5],
  ["[textarea a 30x5/500]", 30, 5],
  ["[textarea a x5]", 40, 5],
  ["[textarea a 30x]", 30, 10],
  ["[textarea a cols:20 rows:4]", 20, 4],
])("%s has %d columns and %d rows", (template, columns, rows) => {
  expect(areaOf(tagOf(template))).toEqual({ columns, rows });
});

test("id and classes contain only letters, digits, hyphens and underscores", () => {
  const tag = tagOf("[text a id:my-id id:other class:one class:t.wo class:three_3]");
  expect(idOf(tag)).toBe("my-id");
  expect(classesOf(tag)).toEqual(["one", "three_3"]);
  expect(idOf(tagOf("[text a id:a.b]"))).toBeUndefined();
});

test("options have a value or none", () => {
  const tag = tagOf("[text a readonly autocomplete:given-name|name]");
  expect(hasOption(tag, "readonly")).toBe(true);
  expect(hasOption(tag, "autocomplete")).toBe(false);
  expect(optionValue(tag, "autocomplete")).toBe("given-name|name");
  expect(optionValue(tag, "readonly")).toBeUndefined();
});

function tagOf(template: string): FormTag {
  const [tag] = parseTemplate(template).tags;
  if (!tag) throw new Error(`No tag in ${template}`);
  return tag;
}
