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
  test("requires each value to be chosen exactly", () => {
    expect(matchVariation(variations, { size: "120", flavour: "lemon" })).toBe(variations[2]);
    expect(matchVariation(variations, { size: "60", flavour: "lemon" })).toBeUndefined();
    expect(matchVariation(variations, { size: "60" })).toBeUndefined();
  });

  test("lets an open value match anything, and picks the first of several", () => {
    const open = { attributes: { size: "60", flavour: "" } };
    expect(matchVariation([open, ...variations], { size: "60", flavour: "plain" })).toBe(open);
  });
});

describe("offeredOptions", () => {
  test("omits values without a variation and disables values of inactive ones", () => {
    expect(offeredOptions(lists, variations, { size: "", flavour: "" })).toEqual({
      size: { "60": "enabled", "120": "enabled" },
      flavour: { plain: "enabled", lemon: "disabled" },
    });
  });

  test("considers only the other attributes", () => {
    const offered = offeredOptions(lists, variations, { size: "60", flavour: "plain" });
    expect(offered).toEqual({ size: { "60": "enabled", "120": "enabled" }, flavour: { plain: "enabled" } });
  });

  test("offers every value that a variation leaves open", () => {
    const open = [{ attributes: { size: "60", flavour: "" }, isActive: true }];
    expect(offeredOptions(lists, open, {}).flavour).toEqual({ plain: "enabled", lemon: "enabled", mint: "enabled" });
  });

  test("prefers an active variation to an inactive one with the same value", () => {
    const both = [...variations, { attributes: { size: "60", flavour: "lemon" }, isActive: true }];
    expect(offeredOptions(lists, both, {}).flavour).toEqual({ plain: "enabled", lemon: "enabled" });
  });
});

describe("settledChoice", () => {
  test("keeps compatible values", () => {
    expect(settledChoice(lists, variations, { size: "60", flavour: "plain" }).choice).toEqual({
      size: "60",
      flavour: "plain",
    });
  });

  test("clears values of inactive variations, and values that are not offered", () => {
    expect(settledChoice(lists, variations, { size: "", flavour: "lemon" }).choice).toEqual({ size: "", flavour: "" });
    expect(settledChoice(lists, variations, { size: "500", flavour: "" }).choice).toEqual({ size: "", flavour: "" });
  });
});

test("an initial choice is the requested value if it is offered, nothing if nothing was requested, else the default", () => {
  const withDefaults = lists.map((list) => ({ ...list, defaultValue: list.name === "size" ? "60" : "" }));
  const asking = (asked: Record<string, string>) => firstChoice(withDefaults, (name) => asked[name] ?? null);
  expect(asking({ size: "120", flavour: "mint" })).toEqual({ size: "120", flavour: "mint" });
  expect(asking({ size: "5 litres" })).toEqual({ size: "60", flavour: "" });
  expect(asking({ size: "" })).toEqual({ size: "", flavour: "" });
});
