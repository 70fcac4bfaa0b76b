import { type Amount, fractionOf, fractionsOf, sum } from "#platform/money.ts";

/** A tax that holds where something is delivered. */
export interface TaxRate {
  id: number;
  /** What buyers know it by, such as "GST". */
  label: string;
  /** The class of products that it is for; "" is the standard class. */
  taxClass: string;
  /** Millionths: 170,000 is 17 %. */
  perMillion: number;
  /** Whether delivery and fees are taxed too. */
  coversCharges: boolean;
}

/** How taxes are reckoned. */
export interface TaxRules {
  /** Whether prices were entered with the tax in them. */
  pricesInclude: boolean;
  /** Whether each rate is rounded on each line by itself, or once on all that it covers. */
  rounding: "line" | "total";
  rates: readonly TaxRate[];
}

/** Something that may be taxed. */
export interface Taxable {
  amount: Amount;
  /** null: not taxed. */
  taxClass: string | null;
  /** A charge (delivery, a fee) and no product. */
  isCharge: boolean;
}

/** The taxes on a cart. */
export interface Taxes {
  /** What each rate makes, in the order of the rates. */
  byRate: readonly Amount[];
  /** The part of each that is on charges. */
  onCharges: readonly Amount[];
  /** What lies on each taxable, or in it, in their order. */
  byItem: readonly Amount[];
}

/**
 * The taxes on `items`: each rate's on all that it covers, rounded once or per item as the rules say. Those of the rates and
 * those of the items add up to the same.
 */
export function taxesOn(items: readonly Taxable[], { pricesInclude, rounding, rates }: TaxRules): Taxes {
  const wholes = items.map((item) =>
    wholeOf(
      rates.filter((rate) => isTaxed(item, rate)),
      pricesInclude,
    ),
  );
  const perRate = rates.map((rate) => {
    const fractions = items.map((item, place) => ({
      value: isTaxed(item, rate) ? item.amount : 0,
      numerator: rate.perMillion,
      denominator: wholes[place] ?? million,
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

/** The tax on, or in, any amount of one kind that stands alone: each rate rounded once. */
export function taxShare(
  { pricesInclude, rates }: TaxRules,
  kind: Omit<Taxable, "amount">,
): (amount: Amount) => Amount {
  const own = rates.filter((rate) => isTaxed(kind, rate));
  const whole = wholeOf(own, pricesInclude);
  return (amount) => sum(own.map((rate) => fractionOf(amount, rate.perMillion, whole)));
}

const million = 1_000_000;

/** What a price is divided by: itself in millionths, and the taxes that lie in it. */
function wholeOf(own: readonly TaxRate[], pricesInclude: boolean): number {
  return million + (pricesInclude ? sum(own.map((rate) => rate.perMillion)) : 0);
}

function isTaxed({ taxClass, isCharge }: Omit<Taxable, "amount">, rate: TaxRate): boolean {
  return taxClass === rate.taxClass && (!isCharge || rate.coversCharges);
}
