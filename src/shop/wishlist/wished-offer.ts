import type { Amount } from "#platform/money.ts";
import type { ProductToAdd } from "../cart/lines/product-to-add.ts";
import { currentPrice } from "../catalogue/pricing.rules.ts";
import { pricedOf, type SellableRecord } from "../catalogue/product-record.ts";
import { Refusal } from "../refusal.ts";

/** A product's data stored with the list when it is added. */
export interface WishedOffer {
  /** The product, or the variation that was chosen. */
  productId: number;
  /** Chosen values by wire key (attribute_{slug}). */
  attributes: Readonly<Record<string, string>>;
  /** The store's lowest price in minor units; null: it has none. */
  price: Amount | null;
  currency: string;
}

/**
 * Returns what a list remembers of a published product or variation. Products that are out of stock can be wished for too.
 * @param found the product, or the parent of the variation, with the requested id @throws Refusal product_unknown
 */
export function wishedOffer(
  found: ProductToAdd | undefined,
  id: number,
  { currency }: { currency: string },
  now: Date,
): WishedOffer {
  if (!found) throw new Refusal("product_unknown");
  const variation = found.variations.find(({ self }) => self.id === id);
  if (id !== found.product.id && !variation) throw new Refusal("product_unknown");
  const parts = variation
    ? [variation.self]
    : found.type === "variable"
      ? found.variations.map(({ self }) => self)
      : [found.product];
  return { productId: id, attributes: {}, price: lowestPrice(parts, now), currency };
}

function lowestPrice(records: readonly SellableRecord[], now: Date): Amount | null {
  const prices = records.map((record) => currentPrice(pricedOf(record), now)).filter((price) => price !== null);
  return prices.length === 0 ? null : Math.min(...prices);
}
