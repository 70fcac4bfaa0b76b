import type { Amount } from "#platform/money.ts";
import { stockStatusOf } from "../catalogue/availability.rules.ts";
import { currentPrice } from "../catalogue/pricing.rules.ts";
import type { StockStatus } from "../catalogue/product.ts";
import { inheriting, pricedOf, stockFactsOf } from "../catalogue/product-card.ts";
import type { SellableRecord } from "../catalogue/product-record.ts";
import type { QuantityLimits } from "./quantity.rules.ts";

/** What a product, or a variation of one, is sold for and under which limits, now. */
export interface Offer extends QuantityLimits {
  /** null: not for sale (unpublished, or without a price). */
  price: Amount | null;
  regularPrice: Amount | null;
  stockStatus: StockStatus;
  /** Whose stock is taken: the variation's own or, when it has none of its own, its parent's; null: stock is not counted. */
  stockId: number | null;
  /** How many of that stock may be sold; null: no limit, because it is not counted or backorders are taken. */
  stockLimit: number | null;
}

/** The offer of `product`, or of `variation` with what it inherits from `product`. */
export function offerOf(product: SellableRecord, variation: SellableRecord | null, now: Date): Offer {
  const sold = variation ? inheriting(variation, product) : product;
  const isPublished = product.status === "publish" && sold.status === "publish";
  const isLimited = sold.managesStock && sold.backorders === "no";
  return {
    price: isPublished ? currentPrice(pricedOf(sold), now) : null,
    regularPrice: sold.regularPrice,
    stockStatus: stockStatusOf(stockFactsOf(sold)),
    stockId: stockHolder(product, variation)?.id ?? null,
    stockLimit: isLimited ? Math.max(sold.stockQuantity ?? 0, 0) : null,
    minQuantity: sold.minQuantity ?? 1,
    maxQuantity: sold.maxQuantity,
    soldIndividually: sold.soldIndividually,
  };
}

/** The product or variation whose stock counts, or null when stock is not counted. */
function stockHolder(product: SellableRecord, variation: SellableRecord | null): SellableRecord | null {
  if (variation?.managesStock) return variation;
  return product.managesStock ? product : null;
}
