import { type Currency, formatMoney, sum } from "#platform/money.ts";
import { type CouponFault, couponFault } from "../../coupons/coupon.rules.ts";
import type { CartCoupon } from "../../coupons/coupon.ts";
import { Refusal } from "../../refusal.ts";
import type { RefusedCoupon } from "../cart.ts";
import { couponDiscounts } from "../totals/coupon-discounts.rules.ts";
import { afterOffers, type TotalsLine } from "../totals/totals.rules.ts";

/**
 * Parts a cart's coupons into those that hold for its lines at `now` and those that do not, with why. One that takes nothing
 * off, because others took it all or because it rounds to nothing, does not hold: no use of it is counted. A free delivery
 * always is something.
 */
export function judgeCoupons(
  coupons: readonly CartCoupon[],
  lines: readonly TotalsLine[],
  currency: Currency,
  now: Date,
): { held: CartCoupon[]; refused: RefusedCoupon[] } {
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
  const held = fitting.filter(({ kind }, place) => kind === "free_delivery" || byCoupon[place] !== 0);
  for (const idle of fitting.filter((coupon) => !held.includes(coupon))) refuse(idle, { code: "coupon_takes_nothing" });
  return { held, refused };
}

function refusalOf({ code }: CartCoupon, fault: CouponFault, currency: Currency): Refusal {
  return new Refusal(fault.code, {
    code,
    ...("amount" in fault && { amount: formatMoney(fault.amount, currency) }),
  });
}
