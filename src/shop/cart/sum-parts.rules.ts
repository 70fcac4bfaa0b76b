import type { Amount } from "#platform/money.ts";
import type { BulkOffer } from "../catalogue/bulk-offer.rules.ts";
import type { Days } from "../delivery/delivery.ts";
import type { Fee } from "../delivery/store-delivery.rules.ts";

/** What a coupon takes off; amounts in minor units. */
export interface CouponSum {
  code: string;
  amount: Amount;
  freesDelivery: boolean;
}

/** What an offer saves on a line. */
export interface OfferSum extends BulkOffer {
  /** The product's name, with what was chosen of it. */
  name: string;
  saving: Amount;
}

/** What a line is called where it stands alone: two variations of a product are two names. */
export function nameWithChoices(name: string, choices: readonly { value: string }[]): string {
  return [name, ...choices.map(({ value }) => value)].join(", ");
}

/** What a cart and an order both add up to. */
export interface SumsOf {
  subtotal: Amount;
  offers: readonly OfferSum[];
  coupons: readonly CouponSum[];
  /** null: nothing has to be carried anywhere. */
  shipping: { title: string; amount: Amount; days: Days | null } | null;
  fees: readonly Fee[];
  tax: Amount;
  /** The tax lies in the other parts and is not added to them. */
  isTaxIncluded: boolean;
  total: Amount;
}

/** A part of what a cart or an order adds up to, as it is shown: all places show the same ones in the same order. */
export type SumPart =
  | { kind: "subtotal"; amount: Amount }
  | { kind: "offer"; name: string; pieces: number; price: Amount; amount: Amount }
  | ({ kind: "coupon" } & CouponSum)
  | { kind: "shipping"; title: string; amount: Amount; days: Days | null }
  | ({ kind: "fee" } & Fee)
  | { kind: "tax"; amount: Amount };

/** The tax that lies in the total and is told beside it; null: none does. */
export function taxWithin({ tax, isTaxIncluded }: Pick<SumsOf, "tax" | "isTaxIncluded">): Amount | null {
  return isTaxIncluded && tax > 0 ? tax : null;
}

/**
 * The parts above the total, that add up to it: the subtotal, each offer, each coupon, what there is of delivery, each
 * fee, and tax on top.
 */
export function sumParts({ subtotal, offers, coupons, shipping, fees, tax, isTaxIncluded }: SumsOf): SumPart[] {
  return [
    { kind: "subtotal", amount: subtotal },
    ...offers.map(({ saving, ...offer }) => ({ kind: "offer" as const, ...offer, amount: saving })),
    ...coupons.map((coupon) => ({ kind: "coupon" as const, ...coupon })),
    ...(shipping
      ? [{ kind: "shipping" as const, title: shipping.title, amount: shipping.amount, days: shipping.days }]
      : []),
    ...fees.map((fee) => ({ kind: "fee" as const, ...fee })),
    ...(tax > 0 && !isTaxIncluded ? [{ kind: "tax" as const, amount: tax }] : []),
  ];
}
