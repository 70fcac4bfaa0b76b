import type { CartCoupon } from "./coupon.ts";

/** What a coupon asks of a line. */
export interface CouponLine {
  productId: number;
  variationId: number | null;
  /** A sale or an offer has made it cheaper. */
  isReduced: boolean;
}

/** Whether a coupon makes a line cheaper. One for products counts each of their variations. */
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
