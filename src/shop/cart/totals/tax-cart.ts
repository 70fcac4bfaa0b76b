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

/** What a cart costs, as the shop shows it. */
interface TaxedCart {
  totals: Totals;
  /** What each rate that makes anything of it makes. */
  taxes: TaxSum[];
  show: ShowPrice;
  /** Of delivery and fees. */
  showCharge: ShowPrice;
}

/** Reckons a cart with the taxes of where it goes. @param destination null: nobody has said where */
export function taxCart(
  cart: Omit<TotalsInput, "taxes">,
  settings: TaxedSettings,
  destination: Place | null,
): TaxedCart {
  const rules = taxRulesFor(settings, destination);
  const input = { ...cart, taxes: rules };
  const show = priceShower(rules, showsTaxIncluded(settings));
  const showCharge = priceShower(rules, showsTaxIncluded(settings), true) ?? asEntered;
  const reckoned = totalsOf(input);
  const totals = show ? totalsAsShown(reckoned, input, show) : reckoned;
  // Where there is no tax, nothing says whether one is in the prices but how they are shown.
  const isTaxIncluded = rules.rates.length === 0 ? showsTaxIncluded(settings) : totals.isTaxIncluded;
  return { totals: { ...totals, isTaxIncluded }, taxes: taxSums(rules, totals), show: show ?? asEntered, showCharge };
}

/** What lines cost after offers and coupons, as the shop shows them where they go. */
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

/** Where a cart is taxed: what is fetched is sold at the store. @returns null: nobody has said where, or at the store */
export function taxedPlace(shipping: { isPickup: boolean } | null, told: Place | null): Place | null {
  return shipping?.isPickup ? null : told;
}

/** How a cart that goes to `destination` shows what a piece costs. */
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
