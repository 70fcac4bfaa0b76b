import { describe, expect, test } from "vitest";
import { isPossible, offeredOptions, settledChoice } from "./variation-options.rules.ts";

const lists = [
  { name: "size", values: ["60", "120"] },
  { name: "flavour", values: ["plain", "lemon", "mint"] },
];
const variations = [
  { attributes: { size: "60", flavour: "plain" }, isActive: true },
  { attributes: { size: "120", flavour: "plain" }, isActive: true },
  { attributes: { size: "120", flavour: "lemon" }, isActive: false },
];

describe("isPossible", () => {
  test.each([
    [{}, true],
    [{ size: "" }, true],
    [{ size: "60" }, true],
    [{ size: "60", flavour: "lemon" }, false],
  ])("%o is possible: %s", (chosen, expected) => {
    expect(isPossible({ size: "60", flavour: "plain" }, chosen)).toBe(expected);
  });

  test("a variation that leaves a value open goes with any", () => {
    expect(isPossible({ size: "60", flavour: "" }, { flavour: "mint" })).toBe(true);
  });
});

describe("offeredOptions", () => {
  test("leaves out what no variation has and disables what only inactive ones have", () => {
    expect(offeredOptions(lists, variations, { size: "", flavour: "" })).toEqual({
      size: { "60": "enabled", "120": "enabled" },
      flavour: { plain: "enabled", lemon: "disabled" },
    });
  });

  test("looks at the other attributes only", () => {
    const offered = offeredOptions(lists, variations, { size: "60", flavour: "plain" });
    expect(offered).toEqual({ size: { "60": "enabled", "120": "enabled" }, flavour: { plain: "enabled" } });
  });

  test("offers every value where a variation leaves it open", () => {
    const open = [{ attributes: { size: "60", flavour: "" }, isActive: true }];
    expect(offeredOptions(lists, open, {}).flavour).toEqual({ plain: "enabled", lemon: "enabled", mint: "enabled" });
  });

  test("an active variation wins over an inactive one with the same value", () => {
    const both = [...variations, { attributes: { size: "60", flavour: "lemon" }, isActive: true }];
    expect(offeredOptions(lists, both, {}).flavour).toEqual({ plain: "enabled", lemon: "enabled" });
  });
});

describe("settledChoice", () => {
  test("keeps what goes together", () => {
    expect(settledChoice(lists, variations, { size: "60", flavour: "plain" })).toEqual({
      size: "60",
      flavour: "plain",
    });
  });

  test("clears what only an inactive variation has, and a value that is not offered at all", () => {
    expect(settledChoice(lists, variations, { size: "", flavour: "lemon" })).toEqual({ size: "", flavour: "" });
    expect(settledChoice(lists, variations, { size: "500", flavour: "" })).toEqual({ size: "", flavour: "" });
  });
});
