import type { Settings } from "../settings/setting-definitions.ts";
import { countryCodes } from "./countries.rules.ts";
import type { DeliveryZone } from "./delivery.ts";
import { zonesInForce } from "./store-delivery.rules.ts";

/**
 * The countries (ISO 3166-1 alpha-2) in which the shop delivers, the store's own first: those of which a zone that has a way
 * of delivery names a part and, where a zone takes what is left, all that no other zone names. Where nothing is delivered
 * anywhere it is the store's country, so that a form has one.
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

/** All but those that a zone takes as a whole and serves nowhere. */
function restOf(zones: readonly DeliveryZone[], named: ReadonlySet<string>): string[] {
  const whole = zones.flatMap(({ places }) => places.filter(({ state, city }) => state === "" && city === ""));
  const taken = new Set(whole.map(({ country }) => country));
  return countryCodes.filter((country) => named.has(country) || !taken.has(country));
}
