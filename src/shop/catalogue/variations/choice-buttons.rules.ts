import type { Amount } from "#platform/money.ts";
import { variationLabel } from "../pricing.rules.ts";
import type { AttributeOption, Variation } from "../product.ts";
import type { AttributeValues, OptionList } from "./variations.rules.ts";

/** Why an option is crossed out: no variation has it with the other choices, or all that do are out of stock. */
export type CrossedOut = "impossible" | "soldOut";

/** A variation with what decides whether its options are crossed out. */
export interface StockedVariation {
  attributes: AttributeValues;
  isInStock: boolean;
}

/** Returns the options of an attribute that are crossed out with the choices of the others, in one pass over the variations. */
export function crossedOutOptions(
  { name, values }: OptionList,
  variations: readonly StockedVariation[],
  chosen: AttributeValues,
): Record<string, CrossedOut> {
  const others = Object.entries(chosen).filter(([other, value]) => other !== name && value !== "");
  /** Whether any of them is in stock, by the value of this attribute; "" stands for all values. */
  const inStock = new Map<string, boolean>();
  for (const { attributes, isInStock } of variations) {
    if (others.some(([other, value]) => attributes[other] && attributes[other] !== value)) continue;
    const value = attributes[name] ?? "";
    inStock.set(value, inStock.get(value) || isInStock);
  }
  const crossed: Record<string, CrossedOut> = {};
  for (const value of values) {
    const found = [inStock.get(value), inStock.get("")];
    if (!found.includes(true)) crossed[value] = found.includes(false) ? "soldOut" : "impossible";
  }
  return crossed;
}

type Priced = Pick<Variation, "attributes" | "price" | "regularPrice">;

type LabelledOption = Pick<AttributeOption, "value" | "label">;

/** The price of an option and what it saves, in minor units. */
export interface OptionPrice {
  price: Amount;
  /** 0 without a saving. */
  saving: Amount;
}

/**
 * Returns the price of each option if the attribute alone decides it: all variations with the option cost the same, and not all
 * options do. Else returns none. The saving is that of a sale or, if more, that of a pack.
 * @param isPack whether the numbers at the start of the options count pieces
 */
export function optionPrices(
  { slug, options }: { slug: string; options: readonly LabelledOption[] },
  variations: readonly Priced[],
  isPack: boolean,
): ReadonlyMap<string, OptionPrice> {
  const prices = new Map<string, OptionPrice>();
  for (const variation of variations) {
    const value = variation.attributes[slug];
    const { min: price, saving } = variationLabel(variation);
    const known = value ? prices.get(value) : undefined;
    if (!value || (known && (known.price !== price || known.saving !== saving))) return new Map();
    prices.set(value, { price, saving });
  }
  if (new Set([...prices.values()].map(({ price }) => price)).size < 2) return new Map();
  return isPack ? withPackSavings(options, prices) : prices;
}

/** Compares each pack with as many single pieces, if those can be bought. */
function withPackSavings(options: readonly LabelledOption[], prices: ReadonlyMap<string, OptionPrice>) {
  const pieces = new Map(options.map(({ value, label }) => [value, Number(/^\d{1,4}(?=\s)/.exec(label)?.[0] ?? 0)]));
  const single = [...prices].find(([value]) => pieces.get(value) === 1)?.[1].price;
  if (single === undefined) return prices;
  const withSaving = ([value, { price, saving }]: readonly [string, OptionPrice]) =>
    [value, { price, saving: Math.max(saving, (pieces.get(value) ?? 0) * single - price) }] as const;
  return new Map([...prices].map(withSaving));
}
