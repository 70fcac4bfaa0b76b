import { describe, expect, test } from "vitest";
import { firstChoice, matchVariation, offeredOptions, settledChoice } from "./variations.rules.ts";

const lists = [
  { name: "size", values: ["60", "120"] },
  { name: "flavour", values: ["plain", "lemon", "mint"] },
];
const variations = [
  { attributes: { size: "60", flavour: "plain" }, isActive: true },
  { attributes: { size: "120", flavour: "plain" }, isActive: true },
  { attributes: { size: "120", flavour: "lemon" }, isActive: false },
];

describe("matchVariation", () => {
  test("a value must have been chosen as it stands", () => {
    expect(matchVariation(variations, { size: "120", flavour: "lemon" })).toBe(variations[2]);
    expect(matchVariation(variations, { size: "60", flavour: "lemon" })).toBeUndefined();
    expect(matchVariation(variations, { size: "60" })).toBeUndefined();
  });

  test("a variation that leaves a value open fits any; of several the first is meant", () => {
    const open = { attributes: { size: "60", flavour: "" } };
    expect(matchVariation([open, ...variations], { size: "60", flavour: "plain" })).toBe(open);
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

test("the first choice is what was asked for where it is on offer, or nothing where that was asked for, else the default", () => {
  const withDefaults = lists.map((list) => ({ ...list, defaultValue: list.name === "size" ? "60" : "" }));
  const asking = (asked: Record<string, string>) => firstChoice(withDefaults, (name) => asked[name] ?? null);
  expect(asking({ size: "120", flavour: "mint" })).toEqual({ size: "120", flavour: "mint" });
  expect(asking({ size: "5 litres" })).toEqual({ size: "60", flavour: "" });
  expect(asking({ size: "" })).toEqual({ size: "", flavour: "" });
});
