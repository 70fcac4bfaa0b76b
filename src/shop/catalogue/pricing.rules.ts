import type { Amount } from "#platform/money.ts";
import type { PriceLabel, Variation } from "./product.ts";

/** The inputs of a price. Amounts in minor units. */
export interface Priced {
  regularPrice: Amount | null;
  salePrice: Amount | null;
  /** The start of the sale (inclusive); null: no start. */
  saleStartsAt: Date | null;
  /** The end of the sale (exclusive); null: no end. */
  saleEndsAt: Date | null;
}

/** Returns whether the sale price applies at `now`. One that is not below the regular price never does. */
function isOnSale(priced: Priced, now: Date): boolean {
  if (priced.salePrice === null || priced.regularPrice === null) return false;
  if (priced.salePrice >= priced.regularPrice) return false;
  if (priced.saleStartsAt && now < priced.saleStartsAt) return false;
  return !(priced.saleEndsAt && now >= priced.saleEndsAt);
}

/** Returns the price at `now`, or null for a product without one, which cannot be bought. */
export function currentPrice(priced: Priced, now: Date): Amount | null {
  return isOnSale(priced, now) ? priced.salePrice : priced.regularPrice;
}

/** Returns when the price next changes by schedule after `now`, or null. */
export function nextPriceChange(priced: Priced, now: Date): Date | null {
  if (priced.salePrice === null) return null;
  const moments = [priced.saleStartsAt, priced.saleEndsAt].filter((moment) => moment !== null && moment > now);
  return moments.reduce<Date | null>((first, moment) => (moment && (!first || moment < first) ? moment : first), null);
}

/** Returns the price label of a variation. */
export function variationLabel({ price, regularPrice }: Pick<Variation, "price" | "regularPrice">): PriceLabel {
  const saving = Math.max(regularPrice - price, 0);
  return { min: price, max: price, was: saving > 0 ? regularPrice : null, saving };
}

/**
 * Returns the label of all variations together; null for none. The old price is that of the cheapest, unless several of them
 * are reduced from different prices.
 */
export function rangeLabel(labels: readonly PriceLabel[]): PriceLabel | null {
  if (labels.length === 0) return null;
  const min: Amount = Math.min(...labels.map((label) => label.min));
  const max: Amount = Math.max(...labels.map((label) => label.max));
  const [was = null, ...others] = new Set(labels.filter((label) => label.min === min).map((label) => label.was));
  const saving: Amount = Math.max(...labels.map((label) => label.saving));
  return { min, max, was: others.length === 0 ? was : null, saving };
}

/**
 * Returns whether variations show their own prices: not if each would only repeat the product's. A product whose
 * variations are reduced to the same price from different ones cannot show the old price.
 * @param label the product's own
 */
export function variationsShowPrices(
  label: PriceLabel | null,
  variations: readonly Pick<Variation, "price" | "regularPrice">[],
): boolean {
  return variations.map(variationLabel).some(({ min, max, was }) => {
    return label?.min !== min || label.max !== max || label.was !== was;
  });
}
