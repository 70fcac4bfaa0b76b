import { type Amount, apportion, fractionOf, minus, sum, times } from "#platform/money.ts";
import { appliesTo, type CouponLine } from "../../coupons/coupon.rules.ts";
import type { CartCoupon, CouponKind } from "../../coupons/coupon.ts";

/** A line as coupons see it. */
export interface DiscountedLine extends CouponLine {
  quantity: number;
  /** What it costs after offers, before coupons. */
  price: Amount;
}

/** What the coupons take off. */
export interface CouponDiscounts {
  /** For each coupon, in their order: all that it takes off. */
  byCoupon: readonly Amount[];
  /** For each line, in their order: all that is taken off it. */
  byLine: readonly Amount[];
}

/** Which take first when there is not enough left for all; in which order somebody entered them changes nothing. */
const kindsInOrder: readonly CouponKind[] = ["fixed_product", "percent", "fixed_cart", "free_delivery"];

/**
 * What coupons take off the lines that they apply to. Each is reckoned from the prices after offers, not from what another
 * coupon left; none takes more off a line than is left of it.
 */
export function couponDiscounts(lines: readonly DiscountedLine[], coupons: readonly CartCoupon[]): CouponDiscounts {
  const left = lines.map((line) => line.price);
  const taken = new Map<CartCoupon, Amount>();
  for (const coupon of [...coupons].sort(inTakingOrder)) {
    const isFor = lines.map((line) => appliesTo(coupon, line));
    const wanted = wantedOff(
      coupon,
      lines.filter((_, place) => isFor[place]),
      left.filter((_, place) => isFor[place]),
    );
    const off = isFor.map((is, place) => (is ? Math.min(wanted.shift() ?? 0, left[place] ?? 0) : 0));
    for (const [place, amount] of off.entries()) left[place] = minus(left[place] ?? 0, amount);
    taken.set(coupon, sum(off));
  }
  return {
    byCoupon: coupons.map((coupon) => taken.get(coupon) ?? 0),
    byLine: lines.map((line, place) => minus(line.price, left[place] ?? 0)),
  };
}

function inTakingOrder(one: CartCoupon, other: CartCoupon): number {
  return kindsInOrder.indexOf(one.kind) - kindsInOrder.indexOf(other.kind) || one.id - other.id;
}

/** What a coupon would take off each of the lines that it applies to. @param left what others left of each */
function wantedOff({ kind, amount }: CartCoupon, lines: readonly DiscountedLine[], left: readonly Amount[]): Amount[] {
  const prices = lines.map((line) => line.price);
  switch (kind) {
    case "fixed_product":
      // A piece's share of the price is asked first: the product of both may be no number that can be reckoned with.
      return lines.map(({ quantity, price }) =>
        amount > Math.floor(price / quantity) ? price : times(amount, quantity),
      );
    case "percent":
      return apportion(fractionOf(sum(prices), amount, 10_000), prices);
    case "fixed_cart":
      return apportion(Math.min(amount, sum(left)), left);
    case "free_delivery":
      return [];
  }
}
