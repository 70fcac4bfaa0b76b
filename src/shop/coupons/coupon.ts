import type { Amount } from "#platform/money.ts";

/** What a coupon takes off: a share of the lines, an amount of the cart, an amount of each piece, or the delivery. */
export type CouponKind = "percent" | "fixed_cart" | "fixed_product" | "free_delivery";

/** A code that makes a cart cheaper, and for whom, when and how often it does. */
export interface Coupon {
  id: number;
  /** As the shopkeeper spelled it. */
  code: string;
  kind: CouponKind;
  /** percent: hundredths of a percent, 1 to 10,000; fixed: minor units; free_delivery: 0. */
  amount: number;
  /** What the lines cost after offers must be at least, and at most, this; null: no bound. */
  minimumSpend: Amount | null;
  maximumSpend: Amount | null;
  /** It holds from the first moment (inclusive) to the second (exclusive); null: unbounded. */
  startsAt: Date | null;
  endsAt: Date | null;
  /** How many orders may use it, in all and of one shopper; null: any number. */
  usageLimit: number | null;
  usageLimitPerShopper: number | null;
  /** How many orders have used it; those that failed or were cancelled do not count. */
  used: number;
  /** No other coupon beside it. */
  isIndividual: boolean;
  /** Leaves lines alone that a sale or an offer has made cheaper. */
  excludesReduced: boolean;
  /** Lower-case addresses, or "*@domain" for all of a domain; empty: anybody's. */
  allowedEmails: readonly string[];
  /** Products and variations that it is for, and that it is not for; empty: all, none. */
  productIds: readonly number[];
  excludedProductIds: readonly number[];
  /** Categories likewise, those below them included. */
  categoryIds: readonly number[];
  excludedCategoryIds: readonly number[];
  /** null: in force. */
  disabledAt: Date | null;
}

/** A coupon in a cart, with which of the cart's products lie in its categories. */
export interface CartCoupon extends Coupon {
  inCategories: readonly number[];
  inExcludedCategories: readonly number[];
}
