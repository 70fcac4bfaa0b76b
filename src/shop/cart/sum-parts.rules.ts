import type { Amount } from "#platform/money.ts";
import type { BulkOffer } from "../catalogue/bulk-offer.rules.ts";

/** What a coupon takes off; amounts in minor units. */
export interface CouponSum {
  code: string;
  amount: Amount;
  freesDelivery: boolean;
}

/** What an offer saves on a line. */
export interface OfferSum extends BulkOffer {
  /** The product's name. */
  name: string;
  saving: Amount;
}

/** What a cart and an order both add up to. */
export interface SumsOf {
  subtotal: Amount;
  offers: readonly OfferSum[];
  coupons: readonly CouponSum[];
  /** null: nothing has to be carried anywhere. */
  shipping: { title: string; amount: Amount } | null;
  tax: Amount;
  total: Amount;
}

/** A part of what a cart or an order adds up to, as it is shown: all places show the same ones in the same order. */
export type SumPart =
  | { kind: "subtotal"; amount: Amount }
  | { kind: "offer"; name: string; pieces: number; price: Amount; amount: Amount }
  | ({ kind: "coupon" } & CouponSum)
  | { kind: "shipping"; title: string; amount: Amount }
  | { kind: "tax"; amount: Amount };

/** The parts above the total: the subtotal, each offer, each coupon, and what there is of delivery and tax. */
export function sumParts({ subtotal, offers, coupons, shipping, tax }: SumsOf): SumPart[] {
  return [
    { kind: "subtotal", amount: subtotal },
    ...offers.map(({ saving, ...offer }) => ({ kind: "offer" as const, ...offer, amount: saving })),
    ...coupons.map((coupon) => ({ kind: "coupon" as const, ...coupon })),
    ...(shipping ? [{ kind: "shipping" as const, title: shipping.title, amount: shipping.amount }] : []),
    ...(tax > 0 ? [{ kind: "tax" as const, amount: tax }] : []),
  ];
}
