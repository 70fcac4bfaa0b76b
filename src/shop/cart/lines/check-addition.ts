import type { Database } from "#db/database.ts";
import { type AttributeValues, matchVariation } from "../../catalogue/variations/variations.rules.ts";
import { Refusal } from "../../refusal.ts";
import { type Offer, offerOf } from "../offer.ts";
import { nameWithChoices } from "../totals/sum-parts.rules.ts";
import { type ChosenAttributes, lineKey } from "./line-key.ts";
import { findProductToAdd, type ProductToAdd } from "./product-to-add.ts";
import { maxPerLine } from "./quantity.rules.ts";
import { resolveChoice, wordsOf } from "./variation-choice.rules.ts";

export interface CartAddition {
  /** The id of a product or variation. */
  productId: number;
  /** null: found by `attributes`. */
  variationId: number | null;
  /** null: not given; the minimum of the line, or one more. */
  quantity: number | null;
  /** Chosen values by attribute slug. */
  attributes: AttributeValues;
}

/** An addition that the product allows; not yet checked against the cart. */
export interface CheckedAddition {
  lineKey: string;
  productId: number;
  variationId: number | null;
  chosen: ChosenAttributes;
  /** null: not given. */
  quantity: number | null;
  offer: Offer;
  /** Includes the chosen options. */
  name: string;
  slug: string;
  /** Why an item sold individually is unavailable; only thrown if it is not already in the cart. */
  refusal: Refusal | null;
}

/** Looks up a product by its id, or by the id of one of its variations. */
export type FindProductToAdd = (id: number) => Promise<ProductToAdd | undefined>;

/**
 * Looks up the product and checks everything that does not depend on the cart, in one statement, or none if
 * `findProduct` knows the product. For items sold individually some refusals are returned in `refusal`, because the
 * cart must be checked first.
 * @throws Refusal in this order: quantity_too_small (nothing requested), product_unknown, variation_unknown (no such
 * id), variation_attribute_missing, variation_attribute_invalid, variation_unknown (no such combination),
 * product_choose_options (a group), product_not_purchasable, product_out_of_stock, stock_insufficient.
 */
export async function checkAddition(
  db: Database,
  addition: CartAddition,
  now: Date,
  findProduct: FindProductToAdd = (id) => findProductToAdd(db, id),
): Promise<CheckedAddition> {
  const asked = addition.quantity;
  if (asked !== null && (!Number.isInteger(asked) || asked <= 0)) throw new Refusal("quantity_too_small");
  const found = await findProduct(addition.productId);
  if (!found) throw new Refusal("product_unknown");
  const { variation, chosen, name } = chooseVariation(found, addition);
  const details = { name, slug: found.slug };
  const offer = offerOf(found.product, variation, now);
  // One more than the maximum is still refused, and fits the database's integers.
  const quantity = offer.soldIndividually ? 1 : asked && Math.min(asked, maxPerLine + 1);
  if (found.type === "grouped") throw new Refusal("product_choose_options", details);
  const refusal = unlessForSale(found, offer, quantity ?? 1, details);
  if (refusal && !offer.soldIndividually) throw refusal;
  const productId = found.product.id;
  const variationId = variation?.id ?? null;
  const key = lineKey(productId, variationId, chosen);
  return { lineKey: key, productId, variationId, chosen, quantity, offer, refusal, ...details };
}

/** @returns the variation, its chosen values, and the product's name with them */
function chooseVariation(found: ProductToAdd, addition: CartAddition) {
  if (found.type !== "variable") return { variation: null, chosen: {}, name: found.name };
  const id = addition.variationId ?? found.requestedVariationId;
  const variation = id
    ? found.variations.find((one) => one.self.id === id)
    : matchVariation(found.variations, addition.attributes);
  if (id && !variation) throw new Refusal("variation_unknown", { name: found.name, slug: found.slug });
  const values = wholeChoice(found, variation?.attributes ?? {}, addition.attributes);
  const name = nameWithChoices(found.name, wordsOf(found.attributes, values));
  if (!variation) throw new Refusal("variation_unknown", { name, slug: found.slug });
  const chosen = Object.entries(values).map(([slug, value]) => [`attribute_${slug}`, value]);
  return { variation: variation.self, chosen: Object.fromEntries(chosen) as ChosenAttributes, name };
}

/**
 * Completes the chosen values. @throws Refusal variation_attribute_missing, variation_attribute_invalid; details name
 * the attributes
 */
function wholeChoice(found: ProductToAdd, variation: AttributeValues, asked: AttributeValues): AttributeValues {
  const { values, missing, invalid } = resolveChoice(found.attributes, variation, asked);
  const details = { name: found.name, slug: found.slug };
  if (missing.length > 0)
    throw new Refusal("variation_attribute_missing", { ...details, attributes: missing.join(", ") });
  if (invalid.length > 0)
    throw new Refusal("variation_attribute_invalid", { ...details, attributes: invalid.join(", ") });
  return values;
}

function unlessForSale(
  found: ProductToAdd,
  offer: Offer,
  quantity: number,
  details: { name: string; slug: string },
): Refusal | null {
  const isSoldHere = found.type === "simple" || found.type === "variable";
  if (!isSoldHere || offer.price === null) return new Refusal("product_not_purchasable", details);
  if (offer.stockStatus === "outofstock") return new Refusal("product_out_of_stock", details);
  if (offer.stockLimit !== null && quantity > offer.stockLimit)
    return new Refusal("stock_insufficient", { ...details, remaining: offer.stockLimit });
  return null;
}
