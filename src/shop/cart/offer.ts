import type { Amount } from "#platform/money.ts";
import { stockStatusOf } from "../catalogue/availability.rules.ts";
import type { BulkOffer } from "../catalogue/bulk-offer.rules.ts";
import { currentPrice, nextPriceChange } from "../catalogue/pricing.rules.ts";
import type { StockStatus } from "../catalogue/product.ts";
import { inheriting, stockFactsOf } from "../catalogue/product-card.ts";
import type { SellableRecord } from "../catalogue/product-record.ts";
import { pricedOf } from "../catalogue/product-record.ts";
import { taxClassKey } from "../taxes/tax-place.rules.ts";
import { mostPerLine, type QuantityLimits } from "./lines/quantity.rules.ts";

/** What a product, or a variation of one, is sold for and under which limits, now. */
export interface Offer extends QuantityLimits {
  /** null: not for sale (unpublished, or without a price). */
  price: Amount | null;
  /** The next moment at which the price changes by itself; null: it does not. */
  priceHoldsUntil: Date | null;
  regularPrice: Amount | null;
  stockStatus: StockStatus;
  /** Whose stock is taken: the variation's own or, when it has none of its own, its parent's; null: stock is not counted. */
  stockId: number | null;
  /** How many of that stock may be sold; null: no limit, because it is not counted or backorders are taken. */
  stockLimit: number | null;
  /** Pieces for a price, the variation's own or its product's; null: none. */
  bulkOffer: BulkOffer | null;
  /** As `taxClassKey` spells it; null: not taxed. */
  taxClass: string | null;
}

/** The offer of `product`, or of `variation` with what it inherits from `product`. */
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

/** The most that one line can cost, in minor units: a thousand such lines still add up exactly. */
const mostPerLineTotal = Math.floor(Number.MAX_SAFE_INTEGER / 1000);

/** How many of what costs so much one line can be reckoned with. */
export function mostPayable(price: Amount): number {
  return Math.floor(mostPerLineTotal / Math.max(price, 1));
}

/** The product's own limit, or a lower one when so many cost more than can be reckoned with. */
function payable(limit: number | null, price: Amount | null): number | null {
  const most = mostPayable(price ?? 0);
  return most < mostPerLine ? Math.min(limit ?? most, most) : limit;
}

/** The product or variation whose stock counts, or null when stock is not counted. */
function stockHolder(product: SellableRecord, variation: SellableRecord | null): SellableRecord | null {
  if (variation?.managesStock) return variation;
  return product.managesStock ? product : null;
}
