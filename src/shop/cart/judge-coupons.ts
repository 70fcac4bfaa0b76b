import { type Currency, formatMoney, sum } from "#platform/money.ts";
import { type CouponFault, couponFault } from "../coupons/coupon.rules.ts";
import type { CartCoupon } from "../coupons/coupon.ts";
import { Refusal } from "../refusal.ts";
import type { RefusedCoupon } from "./cart.ts";
import { afterOffers, type TotalsLine } from "./totals.rules.ts";

/** Parts a cart's coupons into those that hold for its lines at `now` and those that do not, with why. */
export function judgeCoupons(
  coupons: readonly CartCoupon[],
  lines: readonly TotalsLine[],
  currency: Currency,
  now: Date,
): { held: CartCoupon[]; refused: RefusedCoupon[] } {
  const priced = afterOffers(lines);
  const spend = sum(priced.map(({ price }) => price));
  const held: CartCoupon[] = [];
  const refused: RefusedCoupon[] = [];
  for (const coupon of coupons) {
    const fault = couponFault(coupon, priced, spend, now);
    if (fault) refused.push({ couponId: coupon.id, refusal: refusalOf(coupon, fault, currency) });
    else held.push(coupon);
  }
  return { held, refused };
}

function refusalOf({ code }: CartCoupon, fault: CouponFault, currency: Currency): Refusal {
  return new Refusal(fault.code, {
    code,
    ...("amount" in fault && { amount: formatMoney(fault.amount, currency) }),
  });
}
