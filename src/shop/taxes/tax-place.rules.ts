import { classKey } from "../catalogue/variations/class-key.rules.ts";
import { cityKey, liesIn, type Place, specificity } from "../delivery/place.rules.ts";
import type { TaxRate } from "./taxes.rules.ts";

/** A tax rate with the place where it applies; "" means any. */
export interface PlacedRate extends TaxRate, Place {}

/**
 * Returns the key by which tax classes are compared: "Reduced rate" and "reduced-rate" are the same; "standard" is "".
 */
export function taxClassKey(text: string): string {
  const key = classKey(text);
  return key === "standard" ? "" : key;
}

/** Returns the rates of a place: for each class and label the one with the most specific place, in their order. */
export function ratesAt(rates: readonly PlacedRate[], place: Place): PlacedRate[] {
  if (rates.length === 0) return [];
  const destination = { ...place, city: cityKey(place.city) };
  const best = new Map<string, PlacedRate>();
  for (const rate of rates) {
    if (!liesIn(rate, destination)) continue;
    const key = JSON.stringify([rate.taxClass, rate.label]);
    const other = best.get(key);
    if (!other || specificity(rate) > specificity(other)) best.set(key, rate);
  }
  const found = new Set(best.values());
  return rates.filter((rate) => found.has(rate));
}
