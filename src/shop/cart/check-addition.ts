import type { Database } from "#db/database.ts";
import { type AttributeValues, matchVariation } from "../catalogue/variations.rules.ts";
import { Refusal } from "../refusal.ts";
import { type ChosenAttributes, lineKey } from "./line-key.ts";
import { type Offer, offerOf } from "./offer.ts";
import { findProductToAdd, type ProductToAdd } from "./product-to-add.ts";
import { mostPerLine } from "./quantity.rules.ts";
import { resolveChoice } from "./variation-choice.rules.ts";

export interface CartAddition {
  /** A product's id, or a variation's. */
  productId: number;
  /** null: found by `attributes`. */
  variationId: number | null;
  /** null: not said, so the fewest that the line can hold, or one more. */
  quantity: number | null;
  /** Chosen values by attribute slug. */
  attributes: AttributeValues;
}

/** An addition that the product allows; the cart has yet to be asked. */
export interface CheckedAddition {
  lineKey: string;
  productId: number;
  variationId: number | null;
  chosen: ChosenAttributes;
  /** null: not said. */
  quantity: number | null;
  offer: Offer;
  name: string;
  slug: string;
  /** Why it is not to be had, of a product that is sold one by one: that it is in the cart already comes before it. */
  refusal: Refusal | null;
}

/** Looks up the product of an id, or the parent of a variation's. */
export type FindProductToAdd = (id: number) => Promise<ProductToAdd | undefined>;

/**
 * Looks the product up and judges what does not depend on the cart, in one statement, unless `findProduct` knows it.
 * What of a product that is sold one by one is refused after a look into the cart is in `refusal`.
 * @throws Refusal in this order: quantity_too_small (nothing asked for), product_unknown, product_choose_options,
 * variation_attribute_missing, variation_attribute_invalid, variation_unknown, product_not_purchasable,
 * product_out_of_stock, stock_insufficient.
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
  const details = { name: found.name, slug: found.slug };
  const { variation, chosen } = chooseVariation(found, addition, details);
  const offer = offerOf(found.product, variation, now);
  // One more than fits is refused all the same, and fits the database's integers.
  const quantity = offer.soldIndividually ? 1 : asked && Math.min(asked, mostPerLine + 1);
  if (found.type === "grouped") throw new Refusal("product_choose_options", details);
  const refusal = unlessForSale(found, offer, quantity ?? 1, details);
  if (refusal && !offer.soldIndividually) throw refusal;
  const productId = found.product.id;
  const variationId = variation?.id ?? null;
  const key = lineKey(productId, variationId, chosen);
  return { lineKey: key, productId, variationId, chosen, quantity, offer, refusal, ...details };
}

type Names = { name: string; slug: string };

function chooseVariation(found: ProductToAdd, addition: CartAddition, details: Names) {
  if (found.type !== "variable") return { variation: null, chosen: {} };
  const id = addition.variationId ?? found.askedVariationId;
  const variation = id
    ? found.variations.find((one) => one.self.id === id)
    : matchVariation(found.variations, addition.attributes);
  if (!variation) throw new Refusal(id ? "variation_unknown" : "product_choose_options", details);
  const choice = resolveChoice(found.attributes, variation.attributes, addition.attributes);
  if (choice.missing.length > 0)
    throw new Refusal("variation_attribute_missing", { ...details, attributes: choice.missing.join(", ") });
  if (choice.invalid.length > 0)
    throw new Refusal("variation_attribute_invalid", { ...details, attributes: choice.invalid.join(", ") });
  const chosen = Object.entries(choice.values).map(([slug, value]) => [`attribute_${slug}`, value]);
  return { variation: variation.self, chosen: Object.fromEntries(chosen) as ChosenAttributes };
}

function unlessForSale(found: ProductToAdd, offer: Offer, quantity: number, details: Names): Refusal | null {
  const isSoldHere = found.type === "simple" || found.type === "variable";
  if (!isSoldHere || offer.price === null) return new Refusal("product_not_purchasable", details);
  if (offer.stockStatus === "outofstock") return new Refusal("product_out_of_stock", details);
  if (offer.stockLimit !== null && quantity > offer.stockLimit)
    return new Refusal("stock_insufficient", { ...details, remaining: offer.stockLimit });
  return null;
}
