import { describe, expect, test } from "vitest";
import { crossedOutOptions, optionPrices } from "./choice-buttons.rules.ts";

const flavours = { name: "flavour", values: ["plain", "lemon", "mint"] };
const variation = (size: string, flavour: string, isInStock = true) => ({ attributes: { size, flavour }, isInStock });

describe("crossedOutOptions", () => {
  const variations = [variation("60", "plain"), variation("120", "plain", false), variation("120", "lemon", false)];

  test("crosses out what no variation has with the other choices, and what is sold out", () => {
    expect(crossedOutOptions(flavours, variations, { size: "60" })).toEqual({
      lemon: "impossible",
      mint: "impossible",
    });
    expect(crossedOutOptions(flavours, variations, { size: "120" })).toEqual({
      plain: "soldOut",
      lemon: "soldOut",
      mint: "impossible",
    });
  });

  test("keeps an option while any variation with it is in stock, and ignores the attribute's own choice", () => {
    expect(crossedOutOptions(flavours, variations, { size: "", flavour: "mint" })).toEqual({
      lemon: "soldOut",
      mint: "impossible",
    });
  });

  test("counts a variation for all options that it leaves open", () => {
    expect(crossedOutOptions(flavours, [variation("60", "")], { size: "60" })).toEqual({});
  });
});

describe("optionPrices", () => {
  const pack = {
    slug: "pack",
    options: [
      { value: "1-jar", label: "1 jar" },
      { value: "2-jars", label: "2 jars" },
      { value: "gift-box", label: "Gift box" },
    ],
  };
  const priced = (pack: string, flavour: string, price: number, regularPrice = price) => ({
    attributes: { pack, flavour },
    price,
    regularPrice,
  });
  const jars = [
    priced("1-jar", "plain", 4499, 4999),
    priced("1-jar", "mint", 4499, 4999),
    priced("2-jars", "plain", 8499),
    priced("2-jars", "mint", 8499),
    priced("gift-box", "mint", 9000),
  ];

  test("returns the price and the sale's saving of each option", () => {
    expect([...optionPrices(pack, jars, false)]).toEqual([
      ["1-jar", { price: 4499, saving: 500 }],
      ["2-jars", { price: 8499, saving: 0 }],
      ["gift-box", { price: 9000, saving: 0 }],
    ]);
  });

  test("compares packs with single pieces, but not options without a number", () => {
    expect([...optionPrices(pack, jars, true).values()].map(({ saving }) => saving)).toEqual([500, 499, 0]);
  });

  test("saves nothing with a pack that costs more than single pieces, or without single pieces", () => {
    const dear = [priced("1-jar", "plain", 1000), priced("2-jars", "plain", 2100)];
    expect([...optionPrices(pack, dear, true).values()].map(({ saving }) => saving)).toEqual([0, 0]);
    const packs = jars.filter(({ attributes }) => attributes.pack !== "1-jar");
    expect([...optionPrices(pack, packs, true).values()].map(({ saving }) => saving)).toEqual([0, 0]);
  });

  test("returns none if another attribute has a part in the price, all options cost the same, or one is left open", () => {
    expect(optionPrices(pack, [...jars, priced("2-jars", "lemon", 8999)], true).size).toBe(0);
    expect(optionPrices(pack, [priced("1-jar", "", 100), priced("2-jars", "", 100)], true).size).toBe(0);
    expect(optionPrices(pack, [...jars, priced("", "mint", 4499)], true).size).toBe(0);
  });
});
