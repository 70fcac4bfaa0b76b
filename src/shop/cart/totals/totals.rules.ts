import { type Amount, minus, sum, times } from "#platform/money.ts";
import { type BulkOffer, offerSaving } from "../../catalogue/bulk-offer.rules.ts";
import type { CouponLine } from "../../coupons/coupon.rules.ts";
import type { CartCoupon } from "../../coupons/coupon.ts";
import { type Taxable, type Taxes, type TaxRules, taxesOn } from "../../taxes/taxes.rules.ts";
import { couponDiscounts } from "./coupon-discounts.rules.ts";

/** A line with everything that its cost depends on. Prices as entered, with or without tax. */
export interface TotalsLine extends Omit<CouponLine, "isReduced"> {
  /** The current unit price, sales included. */
  unitPrice: Amount;
  quantity: number;
  isOnSale: boolean;
  /** null: none. */
  bulkOffer: BulkOffer | null;
  /** null: not taxed. */
  taxClass: string | null;
}

/** A charge apart from the lines: delivery or a fee. */
export interface Charge {
  amount: Amount;
  /** null: not taxed. */
  taxClass: string | null;
}

export interface TotalsInput {
  lines: readonly TotalsLine[];
  /** Those that apply to these lines, each once. */
  coupons: readonly CartCoupon[];
  /** After free-delivery coupons; null when nothing needs shipping. */
  delivery: Charge | null;
  fees: readonly Charge[];
  taxes: TaxRules;
}

/** A line's part of the totals. The shopper pays `price - offerSaving - discount` for it. */
export interface LineTotals {
  /** Unit price times quantity. */
  price: Amount;
  /** Saving by its bulk offer. */
  offerSaving: Amount;
  /** Reduction by coupons. */
  discount: Amount;
  /** The tax on, or included in, the line. */
  tax: Amount;
}

/**
 * The costs of a cart: `total = subtotal - offerSaving - discount + delivery + fees`, plus `tax` unless prices include
 * it. All in minor units.
 */
export interface Totals {
  lines: readonly LineTotals[];
  /** Sum of the lines' prices. */
  subtotal: Amount;
  /** Savings by bulk offers; a part of the subtotal. */
  offerSaving: Amount;
  /** Reduction by all coupons, and by each in order. */
  discount: Amount;
  discounts: readonly Amount[];
  /** After free-delivery coupons. */
  delivery: Amount;
  fees: Amount;
  /** The amount of each fee. */
  feeAmounts: readonly Amount[];
  tax: Amount;
  /** The part of the tax on, or included in, the delivery. */
  deliveryTax: Amount;
  /** The tax of each fee. */
  feeTaxes: readonly Amount[];
  /** The tax of each rate in order, and its part on delivery and fees. */
  taxes: readonly Amount[];
  taxesOnCharges: readonly Amount[];
  isTaxIncluded: boolean;
  total: Amount;
}

/** Returns what each line costs after its offer, as coupons and their limits see it. */
export function afterOffers(lines: readonly TotalsLine[]): (CouponLine & { quantity: number; price: Amount })[] {
  return lines.map(({ productId, variationId, unitPrice, quantity, isOnSale, bulkOffer }) => {
    const saving = offerSaving(unitPrice, quantity, bulkOffer);
    const price = minus(times(unitPrice, quantity), saving);
    return { productId, variationId, quantity, price, isReduced: isOnSale || saving > 0 };
  });
}

/** Returns what the lines cost after offers and coupons. */
export function spendOf(lines: readonly TotalsLine[], coupons: readonly CartCoupon[]): Amount {
  const offered = afterOffers(lines);
  return minus(sum(offered.map(({ price }) => price)), sum(couponDiscounts(offered, coupons).byCoupon));
}

/**
 * Calculates the costs of a cart. Every displayed number of a cart or an order comes from here.
 * @throws RangeError when an operand is not an amount or a result exceeds the safe integers
 */
export function totalsOf({ lines, coupons, delivery, fees, taxes: rules }: TotalsInput): Totals {
  const offered = afterOffers(lines);
  const { byCoupon, byLine } = couponDiscounts(offered, coupons);
  const charges = [...(delivery ? [delivery] : []), ...fees];
  const products = lines.map(({ taxClass }, place) => {
    const amount = minus(offered[place]?.price ?? 0, byLine[place] ?? 0);
    return { amount, taxClass, isCharge: false };
  });
  const taxables = [...products, ...charges.map((charge) => ({ ...charge, isCharge: true }))];
  const taxes = taxesOn(taxables, rules);
  const perLine = lines.map(({ unitPrice, quantity }, place) => {
    const price = times(unitPrice, quantity);
    const saving = minus(price, offered[place]?.price ?? 0);
    return { price, offerSaving: saving, discount: byLine[place] ?? 0, tax: taxes.byItem[place] ?? 0 };
  });
  return {
    ...sumsOf(perLine, taxables, taxes, rules),
    discounts: byCoupon,
    delivery: delivery?.amount ?? 0,
    deliveryTax: delivery ? (taxes.byItem[lines.length] ?? 0) : 0,
    feeTaxes: taxes.byItem.slice(taxables.length - fees.length),
    fees: sum(fees.map((fee) => fee.amount)),
    feeAmounts: fees.map((fee) => fee.amount),
  };
}

function sumsOf(
  lines: readonly LineTotals[],
  taxables: readonly Taxable[],
  taxes: Taxes,
  { pricesInclude }: TaxRules,
): Omit<Totals, "discounts" | "delivery" | "deliveryTax" | "fees" | "feeAmounts" | "feeTaxes"> {
  const tax = sum(taxes.byRate);
  return {
    lines,
    subtotal: sum(lines.map((line) => line.price)),
    offerSaving: sum(lines.map((line) => line.offerSaving)),
    discount: sum(lines.map((line) => line.discount)),
    tax,
    taxes: taxes.byRate,
    taxesOnCharges: taxes.onCharges,
    isTaxIncluded: pricesInclude,
    total: sum([...taxables.map(({ amount }) => amount), pricesInclude ? 0 : tax]),
  };
}
