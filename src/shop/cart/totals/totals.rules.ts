import { type Amount, minus, sum, times } from "#platform/money.ts";
import { type BulkOffer, offerThatSaves } from "../../catalogue/bulk-offer.rules.ts";
import type { CouponLine } from "../../coupons/coupon.rules.ts";
import type { CartCoupon } from "../../coupons/coupon.ts";
import { type Taxable, type Taxes, type TaxRules, taxesOn } from "../../taxes/taxes.rules.ts";
import { couponDiscounts } from "./coupon-discounts.rules.ts";

/** A line with all that its cost depends on. Prices as they were entered: with taxes or without. */
export interface TotalsLine extends Omit<CouponLine, "isReduced"> {
  /** What one piece costs now; a sale is in it. */
  unitPrice: Amount;
  quantity: number;
  isOnSale: boolean;
  /** null: none. */
  bulkOffer: BulkOffer | null;
  /** null: not taxed. */
  taxClass: string | null;
}

/** What is paid beside the lines: delivery, a fee. */
export interface Charge {
  amount: Amount;
  /** null: not taxed. */
  taxClass: string | null;
}

export interface TotalsInput {
  lines: readonly TotalsLine[];
  /** Those that hold for these lines, each once. */
  coupons: readonly CartCoupon[];
  /** After coupons that free it; null: nothing has to be carried anywhere. */
  delivery: Charge | null;
  fees: readonly Charge[];
  taxes: TaxRules;
}

/** What a line adds to the totals. `price - offerSaving - discount` is what it costs. */
export interface LineTotals {
  /** Unit price by quantity. */
  price: Amount;
  /** What its offer saves. */
  offerSaving: Amount;
  /** What coupons take off. */
  discount: Amount;
  /** The tax on it, or in it. */
  tax: Amount;
}

/**
 * What a cart costs: `total = subtotal - offerSaving - discount + delivery + fees`, and `+ tax` unless the prices include it.
 * All in minor units.
 */
export interface Totals {
  lines: readonly LineTotals[];
  /** Sum of the lines' prices. */
  subtotal: Amount;
  /** What offers save, a part of the subtotal. */
  offerSaving: Amount;
  /** What all coupons take off, and each of them in their order. */
  discount: Amount;
  discounts: readonly Amount[];
  /** After coupons that free it. */
  delivery: Amount;
  fees: Amount;
  /** Each of them. */
  feeAmounts: readonly Amount[];
  tax: Amount;
  /** The part of it that is on the delivery, or in it. */
  deliveryTax: Amount;
  /** That of each fee. */
  feeTaxes: readonly Amount[];
  /** What each rate makes, in the order of the rates, and the part of it that is on delivery and fees. */
  taxes: readonly Amount[];
  taxesOnCharges: readonly Amount[];
  isTaxIncluded: boolean;
  total: Amount;
}

/** What an offer saves: whole groups cost its price when that is less; the pieces beyond cost what one does. */
function offerSaving(unitPrice: Amount, quantity: number, offer: BulkOffer | null): Amount {
  // Of fewer pieces the offer's own may cost more than can be reckoned with.
  if (!offer || quantity < offer.pieces || !offerThatSaves(unitPrice, offer)) return 0;
  return times(minus(times(unitPrice, offer.pieces), offer.price), Math.floor(quantity / offer.pieces));
}

/** What each line costs after its offer, as coupons and their bounds see it. */
export function afterOffers(lines: readonly TotalsLine[]): (CouponLine & { quantity: number; price: Amount })[] {
  return lines.map(({ productId, variationId, unitPrice, quantity, isOnSale, bulkOffer }) => {
    const saving = offerSaving(unitPrice, quantity, bulkOffer);
    const price = minus(times(unitPrice, quantity), saving);
    return { productId, variationId, quantity, price, isReduced: isOnSale || saving > 0 };
  });
}

/** What the lines cost after offers and coupons. */
export function spendOf(lines: readonly TotalsLine[], coupons: readonly CartCoupon[]): Amount {
  const offered = afterOffers(lines);
  return minus(sum(offered.map(({ price }) => price)), sum(couponDiscounts(offered, coupons).byCoupon));
}

/**
 * What a cart costs. The one place that knows: what shows a number of a cart or an order shows one of these.
 * @throws RangeError when an operand is no amount or a result leaves the safe integers
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
