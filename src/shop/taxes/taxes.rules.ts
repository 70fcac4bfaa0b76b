import { type Amount, fractionOf, fractionsOf, sum } from "#platform/money.ts";

/** A tax rate in force at a destination. */
export interface TaxRate {
  id: number;
  /** The label shown to shoppers, such as "GST". */
  label: string;
  /** The tax class of its products; "" is the standard class. */
  taxClass: string;
  /** Millionths: 170,000 is 17 %. */
  perMillion: number;
  /** Whether delivery and fees are taxed too. */
  coversCharges: boolean;
}

/** How taxes are calculated. */
export interface TaxRules {
  /** Whether prices were entered with tax. */
  pricesInclude: boolean;
  /** Whether each rate is rounded per line, or once on its total. */
  rounding: "line" | "total";
  rates: readonly TaxRate[];
}

/** An amount that may be taxed. */
export interface Taxable {
  amount: Amount;
  /** null: not taxed. */
  taxClass: string | null;
  /** A charge (delivery, a fee) instead of a product. */
  isCharge: boolean;
}

/** The taxes on a cart. */
export interface Taxes {
  /** The tax of each rate, in order. */
  byRate: readonly Amount[];
  /** The part of each that is on charges. */
  onCharges: readonly Amount[];
  /** The tax on, or included in, each taxable, in order. */
  byItem: readonly Amount[];
}

/**
 * Calculates the taxes on `items`: each rate on everything that it covers, rounded once or per item. The sums of rates
 * and items are equal.
 */
export function taxesOn(items: readonly Taxable[], { pricesInclude, rounding, rates }: TaxRules): Taxes {
  const divisors = items.map((item) =>
    wholeOf(
      rates.filter((rate) => isTaxed(item, rate)),
      pricesInclude,
    ),
  );
  const perRate = rates.map((rate) => {
    const fractions = items.map((item, place) => ({
      value: isTaxed(item, rate) ? item.amount : 0,
      numerator: rate.perMillion,
      denominator: divisors[place] ?? million,
    }));
    if (rounding === "total") return fractionsOf(fractions);
    return fractions.map(({ value, numerator, denominator }) => fractionOf(value, numerator, denominator));
  });
  return {
    byRate: perRate.map(sum),
    onCharges: perRate.map((taxes) => sum(taxes.filter((_, place) => items[place]?.isCharge))),
    byItem: items.map((_, place) => sum(perRate.map((taxes) => taxes[place] ?? 0))),
  };
}

/** Returns the tax on, or included in, a single amount: each rate rounded once. */
export function taxShare(
  { pricesInclude, rates }: TaxRules,
  kind: Omit<Taxable, "amount">,
): (amount: Amount) => Amount {
  const own = rates.filter((rate) => isTaxed(kind, rate));
  const whole = wholeOf(own, pricesInclude);
  return (amount) => sum(own.map((rate) => fractionOf(amount, rate.perMillion, whole)));
}

const million = 1_000_000;

/** Returns the divisor of a price, in millionths: itself and the included taxes. */
function wholeOf(own: readonly TaxRate[], pricesInclude: boolean): number {
  return million + (pricesInclude ? sum(own.map((rate) => rate.perMillion)) : 0);
}

function isTaxed({ taxClass, isCharge }: Omit<Taxable, "amount">, rate: TaxRate): boolean {
  return taxClass === rate.taxClass && (!isCharge || rate.coversCharges);
}
