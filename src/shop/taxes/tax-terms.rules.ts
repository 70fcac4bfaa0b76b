import { type Amount, minus, sum } from "#platform/money.ts";
import type { Place } from "../delivery/place.rules.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { type PlacedRate, ratesAt } from "./tax-place.rules.ts";
import { type TaxRules, taxShare } from "./taxes.rules.ts";

/** The settings with the rates of tax: what the shopkeeper has decided about prices. */
export interface TaxedSettings extends Settings {
  taxRates: readonly PlacedRate[];
}

/** Where the shop itself is: what prices on pages for everybody are shown for. */
function storePlace(settings: Settings): Place {
  return { country: settings.store_country, state: settings.store_state, city: settings.store_city };
}

/** How what goes to `destination` is taxed, or what the store sells at its own place. */
export function taxRulesFor(settings: TaxedSettings, destination: Place | null): TaxRules {
  const place = settings.tax_based_on === "delivery" ? (destination ?? storePlace(settings)) : storePlace(settings);
  return {
    pricesInclude: settings.prices_include_tax === "yes",
    rounding: settings.tax_rounding,
    rates: ratesAt(settings.taxRates, place),
  };
}

/** Whether prices are shown with the tax in them. */
export function showsTaxIncluded(settings: Settings): boolean {
  return settings.prices_shown === "including";
}

/** Makes of a price as it was entered the one that is shown. @param taxClass null: not taxed */
export type ShowPrice = (price: Amount, taxClass: string | null) => Amount;

/** How prices, or charges, are shown under these rules; null: as they were entered. */
export function priceShower(rules: TaxRules, isIncluded: boolean, isCharge = false): ShowPrice | null {
  if (rules.pricesInclude === isIncluded || rules.rates.length === 0) return null;
  const shares = new Map<string | null, (price: Amount) => Amount>();
  return (price, taxClass) => {
    let share = shares.get(taxClass);
    if (!share) shares.set(taxClass, (share = taxShare(rules, { taxClass, isCharge })));
    const tax = share(price);
    return isIncluded ? sum([price, tax]) : minus(price, Math.min(tax, price));
  };
}

/** What a charge, for delivery or a fee, costs as it is shown: at a place, or on pages that are the same for everybody at the store's own. */
export function shownCharge(charge: Amount, settings: TaxedSettings, place = storePlace(settings)): Amount {
  const show = priceShower(taxRulesFor(settings, place), showsTaxIncluded(settings), true);
  return show ? show(charge, "") : charge;
}

/** How pages that are the same for everybody show prices: for the store's own place; null: as they were entered. */
export function storePriceShower(settings: TaxedSettings): ShowPrice | null {
  return priceShower(taxRulesFor(settings, storePlace(settings)), showsTaxIncluded(settings));
}
