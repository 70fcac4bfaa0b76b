import type { AttributeValues } from "../../catalogue/variations.rules.ts";

/** An attribute that a product's variations differ in, with its wire slug and the wire values on offer. */
export interface ChoosableAttribute {
  slug: string;
  name: string;
  values: readonly string[];
  /** Words by wire value; one that is missing is its own word. */
  words: Readonly<Record<string, string>>;
}

/** What the choice for a variation comes to: all its values, or which attributes are missing or wrong (by name). */
export interface ResolvedChoice {
  values: AttributeValues;
  missing: readonly string[];
  invalid: readonly string[];
}

/**
 * Completes the choice of a variation: what the variation fixes needs no choosing but must not be contradicted; what it
 * leaves open must be chosen among the product's values. Values come in the product's order.
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

/** The chosen values in words, in the product's order. */
export function wordsOf(attributes: readonly ChoosableAttribute[], values: AttributeValues): { value: string }[] {
  return attributes.map(({ slug, words }) => {
    const value = values[slug] ?? "";
    return { value: words[value] ?? value };
  });
}
