import type { Amount } from "#platform/money.ts";

/** Percentage of the lines, amount off the cart, amount off each piece, or free delivery. */
export type CouponKind = "percent" | "fixed_cart" | "fixed_product" | "free_delivery";

/** A discount code with its conditions. */
export interface Coupon {
  id: number;
  /** In the shopkeeper's spelling. */
  code: string;
  kind: CouponKind;
  /** percent: hundredths of a percent, 1 to 10,000; fixed: minor units; free_delivery: 0. */
  amount: number;
  /** Limits of the lines' price after offers; null: no limit. */
  minimumSpend: Amount | null;
  maximumSpend: Amount | null;
  /** Valid from the first (inclusive) to the second (exclusive); null: unbounded. */
  startsAt: Date | null;
  endsAt: Date | null;
  /** Maximum number of orders in total and per shopper; null: no limit. */
  usageLimit: number | null;
  usageLimitPerShopper: number | null;
  /** The number of orders that used it, without failed and cancelled ones. */
  used: number;
  /** Cannot be combined with other coupons. */
  isIndividual: boolean;
  /** Skips lines reduced by a sale or an offer. */
  excludesReduced: boolean;
  /** Lower-case addresses, or "*@domain" for all of a domain; empty: everybody. */
  allowedEmails: readonly string[];
  /** Included and excluded products and variations; empty: all, none. */
  productIds: readonly number[];
  excludedProductIds: readonly number[];
  /** The same for categories, with their subcategories. */
  categoryIds: readonly number[];
  excludedCategoryIds: readonly number[];
  /** null: enabled. */
  disabledAt: Date | null;
}

/** A coupon in a cart, with the cart's products that are in its categories. */
export interface CartCoupon extends Coupon {
  inCategories: readonly number[];
  inExcludedCategories: readonly number[];
}
