import type { Settings } from "../settings/setting-definitions.ts";
import { countryCodes } from "./countries.rules.ts";
import type { DeliveryZone } from "./delivery.ts";
import { zonesInForce } from "./store-delivery.rules.ts";

/**
 * Returns the countries (ISO 3166-1 alpha-2) with delivery, the store's own first: those that a zone with methods
 * names, wholly or in part, and, if a zone covers the rest, all that no other zone names. Without any delivery, returns
 * the store's country, so that forms have one.
 */
export function deliveredCountries(zones: readonly DeliveryZone[], settings: Settings): readonly string[] {
  const inForce = zonesInForce(zones, settings);
  const named = countriesOf(inForce.filter(isServed));
  const rest = inForce.find(({ places }) => places.length === 0);
  const all = rest && isServed(rest) ? restOf(inForce, named) : [...named];
  const { store_country: own } = settings;
  if (all.length === 0) return [own];
  return all.includes(own) ? [own, ...all.filter((country) => country !== own)] : all;
}

function isServed({ methods }: DeliveryZone): boolean {
  return methods.some(({ isEnabled }) => isEnabled);
}

function countriesOf(zones: readonly DeliveryZone[]): Set<string> {
  return new Set(zones.flatMap(({ places }) => places.map(({ country }) => country)));
}

/** Returns all countries except those that a zone without methods covers completely. */
function restOf(zones: readonly DeliveryZone[], named: ReadonlySet<string>): string[] {
  const whole = zones.flatMap(({ places }) => places.filter(({ state, city }) => state === "" && city === ""));
  const taken = new Set(whole.map(({ country }) => country));
  return countryCodes.filter((country) => named.has(country) || !taken.has(country));
}
