import { type Amount, apportion, fractionOf, sum } from "#platform/money.ts";

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
  /** Whether each line's tax is rounded by itself, or the tax on all that share their rates once. */
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
  /** What lies on each taxable, or in it, in their order. */
  byItem: readonly Amount[];
}

/** The taxes on `items`. Those of the rates and those of the items add up to the same. */
export function taxesOn(items: readonly Taxable[], rules: TaxRules): Taxes {
  const byRate = rules.rates.map(() => 0);
  const byItem = items.map(() => 0);
  for (const places of groupsOf(items, rules)) {
    const amounts = places.map((place) => items[place]?.amount ?? 0);
    const taxes = taxesOnGroup(sum(amounts), items[places[0] ?? 0], rules);
    for (const [rate, tax] of taxes.entries()) byRate[rate] = sum([byRate[rate] ?? 0, tax]);
    const shares = apportion(sum(taxes), amounts);
    for (const [index, place] of places.entries()) byItem[place] = shares[index] ?? 0;
  }
  return { byRate, byItem };
}

/** What is rounded together: each item alone, or all that have the same rates. */
function groupsOf(items: readonly Taxable[], { rounding }: TaxRules): Iterable<number[]> {
  if (rounding === "line") return items.map((_, place) => [place]);
  const groups = new Map<string, number[]>();
  for (const [place, { taxClass, isCharge }] of items.entries()) {
    const name = JSON.stringify([taxClass, isCharge]);
    const group = groups.get(name);
    if (group) group.push(place);
    else groups.set(name, [place]);
  }
  return groups.values();
}

/** The tax of each rate on an amount, or in it. */
function taxesOnGroup(amount: Amount, kind: Taxable | undefined, { rates, pricesInclude }: TaxRules): Amount[] {
  const shares = rates.map((rate) => (kind && isTaxed(kind, rate) ? rate.perMillion : 0));
  if (!pricesInclude) return shares.map((share) => fractionOf(amount, share, 1_000_000));
  const all = sum(shares);
  return apportion(fractionOf(amount, all, 1_000_000 + all), shares);
}

function isTaxed({ taxClass, isCharge }: Taxable, rate: TaxRate): boolean {
  return taxClass === rate.taxClass && (!isCharge || rate.coversCharges);
}
