import type { Amount } from "#platform/money.ts";
import { stockStatusOf } from "../catalogue/availability.rules.ts";
import type { BulkOffer } from "../catalogue/bulk-offer.rules.ts";
import { currentPrice, nextPriceChange } from "../catalogue/pricing.rules.ts";
import type { StockStatus } from "../catalogue/product.ts";
import { inheriting, stockFactsOf } from "../catalogue/product-card.ts";
import { pricedOf, type SellableRecord } from "../catalogue/product-record.ts";
import { taxClassKey } from "../taxes/tax-place.rules.ts";
import { maxPerLine, type QuantityLimits } from "./lines/quantity.rules.ts";

/** Current price and limits of a product or variation. */
export interface Offer extends QuantityLimits {
  /** null: not for sale (unpublished, or without a price). */
  price: Amount | null;
  /** When the price next changes by schedule; null: never. */
  priceHoldsUntil: Date | null;
  regularPrice: Amount | null;
  stockStatus: StockStatus;
  /**
   * The product or variation whose stock is used: the variation's own, else its parent's; null: stock is not counted.
   */
  stockId: number | null;
  /** How many of that stock may be sold; null: no limit, because stock is not counted or backorders are allowed. */
  stockLimit: number | null;
  /** The bulk offer of the variation, else of its product; null: none. */
  bulkOffer: BulkOffer | null;
  /** In the spelling of `taxClassKey`; null: not taxed. */
  taxClass: string | null;
}

/** Returns the offer of `product`, or of `variation` with what it inherits from `product`. */
export function offerOf(product: SellableRecord, variation: SellableRecord | null, now: Date): Offer {
  const sold = variation ? inheriting(variation, product) : product;
  const isPublished = product.status === "publish" && sold.status === "publish";
  const priced = pricedOf(sold);
  const isLimited = sold.managesStock && sold.backorders === "no";
  return {
    price: isPublished ? currentPrice(priced, now) : null,
    priceHoldsUntil: nextPriceChange(priced, now),
    regularPrice: sold.regularPrice,
    stockStatus: stockStatusOf(stockFactsOf(sold)),
    stockId: stockHolder(product, variation)?.id ?? null,
    bulkOffer: sold.bulkOffer,
    taxClass: sold.taxClass === null ? null : taxClassKey(sold.taxClass),
    stockLimit: isLimited ? Math.max(sold.stockQuantity ?? 0, 0) : null,
    minQuantity: sold.minQuantity ?? 1,
    maxQuantity: payable(sold.maxQuantity, sold.regularPrice),
    soldIndividually: sold.soldIndividually,
  };
}

/** The highest total of a line, in minor units: a thousand such lines still add up exactly. */
const maxLineTotal = Math.floor(Number.MAX_SAFE_INTEGER / 1000);

/** Returns how many pieces at this price a line can hold with a safe total. */
export function maxSafeQuantity(price: Amount): number {
  return Math.floor(maxLineTotal / Math.max(price, 1));
}

/** Returns the product's own limit, or a lower one if the total would exceed safe amounts. */
function payable(limit: number | null, price: Amount | null): number | null {
  const safeMax = maxSafeQuantity(price ?? 0);
  return safeMax < maxPerLine ? Math.min(limit ?? safeMax, safeMax) : limit;
}

/** Returns the product or variation whose stock counts, or null if stock is not counted. */
function stockHolder(product: SellableRecord, variation: SellableRecord | null): SellableRecord | null {
  if (variation?.managesStock) return variation;
  return product.managesStock ? product : null;
}
