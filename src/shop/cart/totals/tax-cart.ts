import { type Amount, minus, sum } from "#platform/money.ts";
import type { Place } from "../../delivery/place.rules.ts";
import {
  priceShower,
  type ShowPrice,
  showsTaxIncluded,
  type TaxedSettings,
  taxRulesFor,
} from "../../taxes/tax-terms.rules.ts";
import type { TaxRules } from "../../taxes/taxes.rules.ts";
import { totalsAsShown } from "./shown-totals.rules.ts";
import type { TaxSum } from "./sum-parts.rules.ts";
import { spendOf, type Totals, type TotalsInput, totalsOf } from "./totals.rules.ts";

/** The costs of a cart as the shop shows them. */
interface TaxedCart {
  totals: Totals;
  /** The tax by rate, without rates that are zero. */
  taxes: TaxSum[];
  show: ShowPrice;
  /** Converts the price of delivery and fees. */
  showCharge: ShowPrice;
}

/** Calculates a cart with the taxes of its destination. @param destination null: unknown */
export function taxCart(
  cart: Omit<TotalsInput, "taxes">,
  settings: TaxedSettings,
  destination: Place | null,
): TaxedCart {
  const rules = taxRulesFor(settings, destination);
  const input = { ...cart, taxes: rules };
  const show = priceShower(rules, showsTaxIncluded(settings));
  const showCharge = priceShower(rules, showsTaxIncluded(settings), true) ?? asEntered;
  const entered = totalsOf(input);
  const totals = show ? totalsAsShown(entered, input, show) : entered;
  // Without taxes, the display setting decides whether prices count as including tax.
  const isTaxIncluded = rules.rates.length === 0 ? showsTaxIncluded(settings) : totals.isTaxIncluded;
  return { totals: { ...totals, isTaxIncluded }, taxes: taxSums(rules, totals), show: show ?? asEntered, showCharge };
}

/** Returns what the lines cost after offers and coupons, as the shop shows it at the destination. */
export function spendAsShown(
  { lines, coupons }: Pick<TotalsInput, "lines" | "coupons">,
  settings: TaxedSettings,
  destination: Place | null,
): Amount {
  if ((settings.prices_include_tax === "yes") === showsTaxIncluded(settings)) return spendOf(lines, coupons);
  const { subtotal, offerSaving, discount } = taxCart(
    { lines, coupons, delivery: null, fees: [] },
    settings,
    destination,
  ).totals;
  return minus(subtotal, sum([offerSaving, discount]));
}

/**
 * Returns where a cart is taxed. @returns null: at the store, because the destination is unknown or the order is picked
 * up
 */
export function taxedPlace(shipping: { isPickup: boolean } | null, destination: Place | null): Place | null {
  return shipping?.isPickup ? null : destination;
}

/** Returns how a cart with this destination shows a unit price. */
export function cartPriceShower(settings: TaxedSettings, destination: Place | null): ShowPrice {
  return priceShower(taxRulesFor(settings, destination), showsTaxIncluded(settings)) ?? asEntered;
}

const asEntered: ShowPrice = (price) => price;

function taxSums({ rates }: TaxRules, { taxes, taxesOnCharges }: Totals): TaxSum[] {
  const all = rates.map(({ label, perMillion }, place) => {
    return { label, perMillion, amount: taxes[place] ?? 0, onCharges: taxesOnCharges[place] ?? 0 };
  });
  return all.filter(({ amount }) => amount > 0);
}
