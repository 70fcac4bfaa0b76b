import type { OwnDetail, Variation } from "./product.ts";
import { firstChoice, matchVariation } from "./variations.rules.ts";

/** What is chosen of a variable product. */
export interface VariationChoice {
  /** Wire value by attribute slug; "" where nothing is chosen. */
  attributes: Readonly<Record<string, string>>;
  /** The variation that they mean, if they are complete and there is one. */
  variation: Variation | null;
}

/** What is chosen of a product at first. @param asked what an address says of an attribute; null: no word about it, so the default is meant */
export function choiceAtFirst(
  product: Pick<OwnDetail, "attributes" | "variations">,
  asked: (slug: string) => string | null = () => null,
): VariationChoice {
  const lists = product.attributes
    .filter(({ isForVariations }) => isForVariations)
    .map(({ slug, options, defaultValue }) => ({
      name: slug,
      values: options.map(({ value }) => value),
      defaultValue,
    }));
  const attributes = firstChoice(lists, asked);
  const isComplete = Object.values(attributes).every((value) => value !== "");
  return { attributes, variation: (isComplete && matchVariation(product.variations, attributes)) || null };
}
