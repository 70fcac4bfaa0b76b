import type { AttributeValues } from "../../catalogue/variations/variations.rules.ts";

/** An attribute in which a product's variations differ, with its wire slug and wire values. */
export interface ChoosableAttribute {
  slug: string;
  name: string;
  values: readonly string[];
  /** Labels by wire value; a value without one is its own label. */
  words: Readonly<Record<string, string>>;
}

/** The result of choosing a variation: all values, or the names of missing or invalid attributes. */
export interface ResolvedChoice {
  values: AttributeValues;
  missing: readonly string[];
  invalid: readonly string[];
}

/**
 * Completes the choice of a variation. Values that the variation fixes need not be chosen but must not be contradicted;
 * open attributes need one of the product's values. Returns values in the product's order.
 */
export function resolveChoice(
  attributes: readonly ChoosableAttribute[],
  variation: AttributeValues,
  chosen: AttributeValues,
): ResolvedChoice {
  const values: Record<string, string> = {};
  const missing: string[] = [];
  const invalid: string[] = [];
  for (const attribute of attributes) {
    const fixed = variation[attribute.slug] ?? "";
    const value = chosen[attribute.slug] || fixed;
    if (value === "") missing.push(attribute.name);
    else if (fixed === "" ? attribute.values.includes(value) : value === fixed) values[attribute.slug] = value;
    else invalid.push(attribute.name);
  }
  return { values, missing, invalid };
}

/** Returns the labels of the chosen values, in the product's order. */
export function wordsOf(attributes: readonly ChoosableAttribute[], values: AttributeValues): { value: string }[] {
  return attributes.map(({ slug, words }) => {
    const value = values[slug] ?? "";
    return { value: words[value] ?? value };
  });
}
