import { type Amount, minus, sum } from "#platform/money.ts";
import type { BulkOffer } from "../../catalogue/bulk-offer.rules.ts";
import type { Arrival, Days } from "../../delivery/delivery.ts";
import type { Fee } from "../../delivery/store-delivery.rules.ts";

/** The reduction by a coupon; amounts in minor units. */
export interface CouponSum {
  code: string;
  amount: Amount;
  freesDelivery: boolean;
}

/** The saving by a bulk offer on a line. */
export interface OfferSum extends BulkOffer {
  /** The product's name with the chosen options. */
  name: string;
  saving: Amount;
}

/** The tax of one rate. */
export interface TaxSum {
  /** The label shown to shoppers, such as "GST". */
  label: string;
  /** Millionths: 170,000 is 17 %. */
  perMillion: number;
  amount: Amount;
  /** The part of it on, or included in, delivery and fees. */
  onCharges: Amount;
}

/** Returns a line's name with its chosen options, which tells variations of a product apart. */
export function nameWithChoices(name: string, choices: readonly { value: string }[]): string {
  return [name, ...choices.map(({ value }) => value)].join(", ");
}

/** Returns what is paid for a line of a cart or order: its price less offer saving and coupons. */
export function paidForLine(
  price: Amount,
  { offerSaving, discount }: { offerSaving: Amount; discount: Amount },
): Amount {
  return minus(price, sum([offerSaving, discount]));
}

/** The sums of a cart or an order. */
export interface SumsOf {
  subtotal: Amount;
  offers: readonly OfferSum[];
  coupons: readonly CouponSum[];
  /** null when nothing needs shipping. */
  shipping: { title: string; amount: Amount; isPickup: boolean; days: Days | null; arrival: Arrival | null } | null;
  fees: readonly Fee[];
  tax: Amount;
  /** The tax by rate; empty for orders placed before rates were recorded. */
  taxes: readonly TaxSum[];
  /** Whether the other parts include the tax. */
  isTaxIncluded: boolean;
  total: Amount;
  /** Whether delivery may raise the total once the destination is known in more detail; carts only. */
  mayCostMore?: boolean;
}

/** A row of the sums as shown; every page shows the same rows in the same order. */
export type SumPart =
  | { kind: "subtotal"; amount: Amount }
  | { kind: "offer"; name: string; pieces: number; price: Amount; amount: Amount }
  | ({ kind: "coupon" } & CouponSum)
  | { kind: "shipping"; title: string; amount: Amount; isPickup: boolean; days: Days | null; arrival: Arrival | null }
  | ({ kind: "fee" } & Fee)
  | ({ kind: "tax" } & LabelledTax);

/** A tax by its label; "" when only its amount is known. */
export interface LabelledTax {
  label: string;
  amount: Amount;
}

/** Returns the taxes by label: rates of several tax classes are one tax. */
function labelledTaxes({ tax, taxes }: Pick<SumsOf, "tax" | "taxes">): LabelledTax[] {
  const byLabel = new Map<string, Amount>();
  for (const { label, amount } of taxes) byLabel.set(label, sum([byLabel.get(label) ?? 0, amount]));
  if (byLabel.size === 0 && tax > 0) byLabel.set("", tax);
  return [...byLabel].map(([label, amount]) => ({ label, amount }));
}

/** Returns the taxes that the total includes. */
export function taxesWithin(of: Pick<SumsOf, "tax" | "taxes" | "isTaxIncluded">): LabelledTax[] {
  return of.isTaxIncluded ? labelledTaxes(of) : [];
}

function shippingPart({ title, amount, isPickup, days, arrival }: NonNullable<SumsOf["shipping"]>): SumPart {
  return { kind: "shipping", title, amount, isPickup, days, arrival };
}

/**
 * Returns the rows above the total, which add up to it: the subtotal, each offer, each coupon, delivery, each fee, and
 * taxes on top.
 */
export function sumParts({ subtotal, offers, coupons, shipping, fees, tax, taxes, isTaxIncluded }: SumsOf): SumPart[] {
  return [
    { kind: "subtotal", amount: subtotal },
    ...offers.map(({ saving, ...offer }) => ({ kind: "offer" as const, ...offer, amount: saving })),
    ...coupons.map((coupon) => ({ kind: "coupon" as const, ...coupon })),
    ...(shipping ? [shippingPart(shipping)] : []),
    ...fees.map((fee) => ({ kind: "fee" as const, ...fee })),
    ...(isTaxIncluded ? [] : labelledTaxes({ tax, taxes }).map((labelled) => ({ kind: "tax" as const, ...labelled }))),
  ];
}
