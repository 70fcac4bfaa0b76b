import fc from "fast-check";
import { expect, test } from "vitest";
import { couponKey } from "./coupon-code.rules.ts";

test.each([
  ["save10", "SAVE10"],
  ["  Save 10 ", "SAVE10"],
  ["SAVE1O", "SAVE10"],
  ["SAVEl0", "SAVE10"],
  ["ＳＡＶＥ１０", "SAVE10"],
  ["SАVЕ10", "SAVE10"],
  ["SAVE\u200b10\u00ad", "SAVE10"],
  ["SAVE۱۰", "SAVE10"],
  ["SAVE١٠", "SAVE10"],
  ["eid–mubarak", "EID-MUBARAK"],
])("%j means %j", (typed, code) => {
  expect(couponKey(typed)).toBe(couponKey(code));
});

test("other codes stay apart, and nothing is the key of nothing", () => {
  expect(new Set(["SAVE10", "SAVE15", "SAVE-10", "SAVES10", "عید"].map(couponKey)).size).toBe(5);
  expect(couponKey(" \u200b\t")).toBe("");
});

test("a key is its own key, whatever was typed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(couponKey(couponKey(text))).toBe(couponKey(text));
    }),
  );
});
