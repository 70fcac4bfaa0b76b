import { expect, test } from "vitest";
import { suggestedDomain } from "./email-typo.rules.ts";

test.each([
  ["ayesha@gmial.com", "gmail.com"],
  ["ayesha@gmail.con", "gmail.com"],
  ["ayesha@gmail.co", "gmail.com"],
  ["ayesha@Gmai.com ", "gmail.com"],
  ["ayesha@yahooo.com", "yahoo.com"],
  ["ayesha@hotmial.con", "hotmail.com"],
  ["ayesha@outlok.com", "outlook.com"],
])("%s probably means %s", (typed, meant) => {
  expect(suggestedDomain(typed)).toBe(meant);
});

test.each([
  "ayesha@gmail.com",
  "ayesha@mail.com",
  "ayesha@ymail.com",
  "ayesha@example.pk",
  "ayesha@gm",
  "@gmial.com",
  "",
])("%s gets no suggestion", (typed) => {
  expect(suggestedDomain(typed)).toBeUndefined();
});
