import type { BaseProductDetail, Variation } from "../product.ts";
import { firstChoice, matchVariation } from "./variations.rules.ts";

/** The choice of a variable product's options. */
export interface VariationChoice {
  /** Wire value by attribute slug; "" where nothing is chosen. */
  attributes: Readonly<Record<string, string>>;
  /** The variation of a complete choice, if there is one. */
  variation: Variation | null;
}

/**
 * Returns the initial choice. @param requested returns an attribute's value in the URL; null: not given, so the default
 * applies
 */
export function initialChoice(
  product: Pick<BaseProductDetail, "attributes" | "variations">,
  requested: (slug: string) => string | null = () => null,
): VariationChoice {
  const lists = product.attributes
    .filter(({ isForVariations }) => isForVariations)
    .map(({ slug, options, defaultValue }) => ({
      name: slug,
      values: options.map(({ value }) => value),
      defaultValue,
    }));
  const attributes = firstChoice(lists, requested);
  const isComplete = Object.values(attributes).every((value) => value !== "");
  return { attributes, variation: (isComplete && matchVariation(product.variations, attributes)) || null };
}
