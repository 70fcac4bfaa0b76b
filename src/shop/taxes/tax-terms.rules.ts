import { type Amount, minus, sum } from "#platform/money.ts";
import type { Place } from "../delivery/place.rules.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { type PlacedRate, ratesAt } from "./tax-place.rules.ts";
import { type TaxRules, taxShare } from "./taxes.rules.ts";

/** The settings with the tax rates. */
export interface TaxedSettings extends Settings {
  taxRates: readonly PlacedRate[];
}

/** The store's own place, whose prices are shown on pages that are the same for everybody. */
function storePlace(settings: Settings): Place {
  return { country: settings.store_country, state: settings.store_state, city: settings.store_city };
}

/** Returns how goods are taxed at `destination`; null means the store's own place. */
export function taxRulesFor(settings: TaxedSettings, destination: Place | null): TaxRules {
  const place = settings.tax_based_on === "delivery" ? (destination ?? storePlace(settings)) : storePlace(settings);
  return {
    pricesInclude: settings.prices_include_tax === "yes",
    rounding: settings.tax_rounding,
    rates: ratesAt(settings.taxRates, place),
  };
}

/** Returns whether prices are shown with tax. */
export function showsTaxIncluded(settings: Settings): boolean {
  return settings.prices_shown === "including";
}

/** Converts an entered price to the shown one. @param taxClass null: not taxed */
export type ShowPrice = (price: Amount, taxClass: string | null) => Amount;

/** Returns how prices, or charges, are shown under these rules; null: as entered. */
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

/**
 * Returns a delivery price or fee as shown at a place; default: the store's own, for pages that are the same for
 * everybody.
 */
export function shownCharge(charge: Amount, settings: TaxedSettings, place = storePlace(settings)): Amount {
  const show = priceShower(taxRulesFor(settings, place), showsTaxIncluded(settings), true);
  return show ? show(charge, "") : charge;
}

/** Returns how pages that are the same for everybody show prices: with the store's own taxes; null: as entered. */
export function storePriceShower(settings: TaxedSettings): ShowPrice | null {
  return priceShower(taxRulesFor(settings, storePlace(settings)), showsTaxIncluded(settings));
}
