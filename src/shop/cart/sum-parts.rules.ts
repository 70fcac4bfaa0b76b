import type { Amount } from "#platform/money.ts";

/** What a coupon takes off; amounts in minor units. */
export interface CouponSum {
  code: string;
  amount: Amount;
  freesDelivery: boolean;
}

/** What a cart and an order both add up to. */
export interface SumsOf {
  subtotal: Amount;
  coupons: readonly CouponSum[];
  /** null: nothing has to be carried anywhere. */
  shipping: { title: string; amount: Amount } | null;
  tax: Amount;
  total: Amount;
}

/** A part of what a cart or an order adds up to, as it is shown: all places show the same ones in the same order. */
export type SumPart =
  | { kind: "subtotal"; amount: Amount }
  | ({ kind: "coupon" } & CouponSum)
  | { kind: "shipping"; title: string; amount: Amount }
  | { kind: "tax"; amount: Amount };

/** The parts above the total: the subtotal, each coupon, and what there is of delivery and tax. */
export function sumParts({ subtotal, coupons, shipping, tax }: SumsOf): SumPart[] {
  return [
    { kind: "subtotal", amount: subtotal },
    ...coupons.map((coupon) => ({ kind: "coupon" as const, ...coupon })),
    ...(shipping ? [{ kind: "shipping" as const, title: shipping.title, amount: shipping.amount }] : []),
    ...(tax > 0 ? [{ kind: "tax" as const, amount: tax }] : []),
  ];
}
