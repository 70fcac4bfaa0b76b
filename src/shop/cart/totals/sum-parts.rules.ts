import { type Amount, minus, sum } from "#platform/money.ts";
import type { BulkOffer } from "../../catalogue/bulk-offer.rules.ts";
import type { Days } from "../../delivery/delivery.ts";
import type { Fee } from "../../delivery/store-delivery.rules.ts";

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

/** What a rate of tax makes. */
export interface TaxSum {
  /** What buyers know it by, such as "GST". */
  label: string;
  /** Millionths: 170,000 is 17 %. */
  perMillion: number;
  amount: Amount;
  /** The part of it that is on delivery and fees, or in them. */
  onCharges: Amount;
}

/** What a line is called where it stands alone: two variations of a product are two names. */
export function nameWithChoices(name: string, choices: readonly { value: string }[]): string {
  return [name, ...choices.map(({ value }) => value)].join(", ");
}

/** What is paid for a line of a cart or of an order: its price less what its offer saves and coupons take off. */
export function paidForLine(
  price: Amount,
  { offerSaving, discount }: { offerSaving: Amount; discount: Amount },
): Amount {
  return minus(price, sum([offerSaving, discount]));
}

/** What a cart and an order both add up to. */
export interface SumsOf {
  subtotal: Amount;
  offers: readonly OfferSum[];
  coupons: readonly CouponSum[];
  /** null: nothing has to be carried anywhere. */
  shipping: { title: string; amount: Amount; isPickup: boolean; days: Days | null } | null;
  fees: readonly Fee[];
  tax: Amount;
  /** What each rate makes of it; none where an order was placed without their being told. */
  taxes: readonly TaxSum[];
  /** The tax lies in the other parts and is not added to them. */
  isTaxIncluded: boolean;
  total: Amount;
  /** Of a cart whose place is not known well enough: the total may grow by the delivery. */
  mayCostMore?: boolean;
}

/** A part of what a cart or an order adds up to, as it is shown: all places show the same ones in the same order. */
export type SumPart =
  | { kind: "subtotal"; amount: Amount }
  | { kind: "offer"; name: string; pieces: number; price: Amount; amount: Amount }
  | ({ kind: "coupon" } & CouponSum)
  | { kind: "shipping"; title: string; amount: Amount; isPickup: boolean; days: Days | null }
  | ({ kind: "fee" } & Fee)
  | ({ kind: "tax" } & ToldTax);

/** A tax by the label that buyers know it by; "": only that it is one is known. */
export interface ToldTax {
  label: string;
  amount: Amount;
}

/** The taxes by label: rates for several classes of products are one tax. */
function toldTaxes({ tax, taxes }: Pick<SumsOf, "tax" | "taxes">): ToldTax[] {
  const byLabel = new Map<string, Amount>();
  for (const { label, amount } of taxes) byLabel.set(label, sum([byLabel.get(label) ?? 0, amount]));
  if (byLabel.size === 0 && tax > 0) byLabel.set("", tax);
  return [...byLabel].map(([label, amount]) => ({ label, amount }));
}

/** The taxes that lie in the total and are told beside it. */
export function taxesWithin(of: Pick<SumsOf, "tax" | "taxes" | "isTaxIncluded">): ToldTax[] {
  return of.isTaxIncluded ? toldTaxes(of) : [];
}

function shippingPart({ title, amount, isPickup, days }: NonNullable<SumsOf["shipping"]>): SumPart {
  return { kind: "shipping", title, amount, isPickup, days };
}

/**
 * The parts above the total, that add up to it: the subtotal, each offer, each coupon, what there is of delivery, each
 * fee, and tax on top.
 */
export function sumParts({ subtotal, offers, coupons, shipping, fees, tax, taxes, isTaxIncluded }: SumsOf): SumPart[] {
  return [
    { kind: "subtotal", amount: subtotal },
    ...offers.map(({ saving, ...offer }) => ({ kind: "offer" as const, ...offer, amount: saving })),
    ...coupons.map((coupon) => ({ kind: "coupon" as const, ...coupon })),
    ...(shipping ? [shippingPart(shipping)] : []),
    ...fees.map((fee) => ({ kind: "fee" as const, ...fee })),
    ...(isTaxIncluded ? [] : toldTaxes({ tax, taxes }).map((told) => ({ kind: "tax" as const, ...told }))),
  ];
}
