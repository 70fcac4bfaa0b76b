import type { Amount } from "#platform/money.ts";
import type { PriceLabel, Variation } from "./product.ts";

/** What a price is computed from. Amounts in minor units. */
export interface Priced {
  regularPrice: Amount | null;
  salePrice: Amount | null;
  /** The sale holds from this moment (inclusive); null: from always. */
  saleStartsAt: Date | null;
  /** The sale holds before this moment (exclusive); null: for good. */
  saleEndsAt: Date | null;
}

/** Whether the reduced price holds at `now`. A sale price that is not lower than the regular one is no sale. */
function isOnSale(priced: Priced, now: Date): boolean {
  if (priced.salePrice === null || priced.regularPrice === null) return false;
  if (priced.salePrice >= priced.regularPrice) return false;
  if (priced.saleStartsAt && now < priced.saleStartsAt) return false;
  return !(priced.saleEndsAt && now >= priced.saleEndsAt);
}

/** The price to pay at `now`, or null for a product without a price, which cannot be bought. */
export function currentPrice(priced: Priced, now: Date): Amount | null {
  return isOnSale(priced, now) ? priced.salePrice : priced.regularPrice;
}

/** The next moment after `now` at which the price changes by itself, or null. */
export function nextPriceChange(priced: Priced, now: Date): Date | null {
  if (priced.salePrice === null) return null;
  const moments = [priced.saleStartsAt, priced.saleEndsAt].filter((moment) => moment !== null && moment > now);
  return moments.reduce<Date | null>((first, moment) => (moment && (!first || moment < first) ? moment : first), null);
}

/** What a variation costs, as it is shown. */
export function variationLabel({ price, regularPrice }: Pick<Variation, "price" | "regularPrice">): PriceLabel {
  return { min: price, max: price, was: regularPrice > price ? regularPrice : null };
}

/**
 * Whether variations say what they cost: not where each would only repeat what the product says of itself. A product whose
 * variations are reduced to one price from different ones does not say from which.
 * @param label the product's own
 */
export function variationsTellPrices(
  label: PriceLabel | null,
  variations: readonly Pick<Variation, "price" | "regularPrice">[],
): boolean {
  return variations.map(variationLabel).some(({ min, max, was }) => {
    return label?.min !== min || label.max !== max || label.was !== was;
  });
}
