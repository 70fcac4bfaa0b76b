import { type Amount, apportion, fractionOf, minus, sum, times } from "#platform/money.ts";
import { appliesTo, type CouponLine } from "../../coupons/coupon.rules.ts";
import type { CartCoupon, CouponKind } from "../../coupons/coupon.ts";

/** A line as coupons see it. */
export interface DiscountedLine extends CouponLine {
  quantity: number;
  /** The price after offers, before coupons. */
  price: Amount;
}

/** Reductions by coupons. */
export interface CouponDiscounts {
  /** The reduction by each coupon, in order. */
  byCoupon: readonly Amount[];
  /** The reduction of each line, in order. */
  byLine: readonly Amount[];
}

/** The order in which kinds apply when not enough is left for all, regardless of the order of entry. */
const kindsInOrder: readonly CouponKind[] = ["fixed_product", "percent", "fixed_cart", "free_delivery"];

/**
 * Returns what coupons take off the lines that they apply to. Each is calculated from the prices after offers, not from
 * what another coupon left, and takes no more off a line than is left of it.
 */
export function couponDiscounts(lines: readonly DiscountedLine[], coupons: readonly CartCoupon[]): CouponDiscounts {
  const left = lines.map((line) => line.price);
  const taken = new Map<CartCoupon, Amount>();
  for (const coupon of [...coupons].sort(inTakingOrder)) {
    const isFor = lines.map((line) => appliesTo(coupon, line));
    const wanted = fullReductions(
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

/** Returns what a coupon would take off each line that it applies to. @param left the remaining price of each line */
function fullReductions(
  { kind, amount }: CartCoupon,
  lines: readonly DiscountedLine[],
  left: readonly Amount[],
): Amount[] {
  const prices = lines.map((line) => line.price);
  switch (kind) {
    case "fixed_product":
      // Compare the unit price first: the product of both might exceed safe integers.
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
