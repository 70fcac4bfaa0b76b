import { type Currency, formatMoney, sum } from "#platform/money.ts";
import { type CouponFault, couponFault } from "../../coupons/coupon.rules.ts";
import type { CartCoupon } from "../../coupons/coupon.ts";
import { Refusal } from "../../refusal.ts";
import type { RefusedCoupon } from "../cart.ts";
import { couponDiscounts } from "../totals/coupon-discounts.rules.ts";
import { afterOffers, type TotalsLine } from "../totals/totals.rules.ts";

/**
 * Splits a cart's coupons into those that apply to its lines at `now` and those that do not, with the reason. A coupon
 * that takes nothing off, because others took everything or because it rounds to zero, does not apply and is not
 * counted as used. A free-delivery coupon always counts as an effect.
 */
export function checkCoupons(
  coupons: readonly CartCoupon[],
  lines: readonly TotalsLine[],
  currency: Currency,
  now: Date,
): { applicable: CartCoupon[]; refused: RefusedCoupon[] } {
  const priced = afterOffers(lines);
  const spend = sum(priced.map(({ price }) => price));
  const fitting: CartCoupon[] = [];
  const refused: RefusedCoupon[] = [];
  const refuse = (coupon: CartCoupon, fault: CouponFault) =>
    refused.push({ couponId: coupon.id, refusal: refusalOf(coupon, fault, currency) });
  for (const coupon of coupons) {
    const fault = couponFault(coupon, priced, spend, now);
    if (fault) refuse(coupon, fault);
    else fitting.push(coupon);
  }
  const { byCoupon } = couponDiscounts(priced, fitting);
  const applicable = fitting.filter(({ kind }, place) => kind === "free_delivery" || byCoupon[place] !== 0);
  for (const idle of fitting.filter((coupon) => !applicable.includes(coupon)))
    refuse(idle, { code: "coupon_takes_nothing" });
  return { applicable, refused };
}

function refusalOf({ code }: CartCoupon, fault: CouponFault, currency: Currency): Refusal {
  return new Refusal(fault.code, {
    code,
    ...("amount" in fault && { amount: formatMoney(fault.amount, currency) }),
  });
}
