import type { Amount } from "#platform/money.ts";
import type { CartCoupon, Coupon } from "./coupon.ts";

/** The properties of a line that decide whether a coupon applies. */
export interface CouponLine {
  productId: number;
  variationId: number | null;
  /** A sale or an offer has reduced it. */
  isReduced: boolean;
}

/** Why a coupon does not apply to a cart; amounts in minor units. */
export type CouponFault =
  | {
      code:
        | "coupon_withdrawn"
        | "coupon_not_begun"
        | "coupon_expired"
        | "coupon_used_up"
        | "coupon_not_for_these"
        | "coupon_only_full_price"
        | "coupon_takes_nothing";
    }
  | { code: "coupon_minimum" | "coupon_maximum"; amount: Amount };

/** Returns whether a coupon applies to a line. A product coupon applies to all variations. */
export function appliesTo(coupon: CartCoupon, line: CouponLine): boolean {
  return isMeant(coupon, line) && !(coupon.excludesReduced && line.isReduced);
}

function isMeant(coupon: CartCoupon, { productId, variationId }: CouponLine): boolean {
  const isNamed = (ids: readonly number[]) =>
    ids.includes(productId) || (variationId !== null && ids.includes(variationId));
  if (isNamed(coupon.excludedProductIds) || coupon.inExcludedCategories.includes(productId)) return false;
  const isForAll = coupon.productIds.length + coupon.categoryIds.length === 0;
  return isForAll || isNamed(coupon.productIds) || coupon.inCategories.includes(productId);
}

/** Returns why a coupon is not valid at `now`; undefined if it is. */
export function validityFault(coupon: Coupon, now: Date): CouponFault | undefined {
  if (coupon.disabledAt) return { code: "coupon_withdrawn" };
  if (coupon.startsAt && now < coupon.startsAt) return { code: "coupon_not_begun" };
  if (coupon.endsAt && now >= coupon.endsAt) return { code: "coupon_expired" };
  if (coupon.usageLimit !== null && coupon.used >= coupon.usageLimit) return { code: "coupon_used_up" };
  return undefined;
}

/**
 * Returns why a coupon does not apply to these lines at `now`; undefined if it does. @param spend their price after
 * offers
 */
export function couponFault(
  coupon: CartCoupon,
  lines: readonly CouponLine[],
  spend: Amount,
  now: Date,
): CouponFault | undefined {
  const fault = validityFault(coupon, now);
  if (fault) return fault;
  if (coupon.minimumSpend !== null && spend < coupon.minimumSpend)
    return { code: "coupon_minimum", amount: coupon.minimumSpend };
  if (coupon.maximumSpend !== null && spend > coupon.maximumSpend)
    return { code: "coupon_maximum", amount: coupon.maximumSpend };
  if (lines.some((line) => appliesTo(coupon, line))) return undefined;
  return { code: lines.some((line) => isMeant(coupon, line)) ? "coupon_only_full_price" : "coupon_not_for_these" };
}

/** Returns whether an address may use a coupon. */
export function isAllowedEmail({ allowedEmails }: Coupon, email: string): boolean {
  const address = email.trim().toLowerCase();
  const domain = address.slice(address.lastIndexOf("@"));
  return allowedEmails.length === 0 || allowedEmails.some((one) => one === address || one === `*${domain}`);
}
