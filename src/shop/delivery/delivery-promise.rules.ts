import type { Amount } from "#platform/money.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import type { Days, DeliveryMethod, DeliveryZone } from "./delivery.ts";
import { statesOf } from "./states.rules.ts";
import { usualDays, zonesInForce } from "./store-delivery.rules.ts";
import { zoneOf } from "./zones.rules.ts";

/** What can be said of the delivery before anybody knows where it goes and what else comes along. */
export interface DeliveryPromise {
  days: Days;
  /** From which spend on it is free wherever in the country it goes: 0 is always, null: nothing is said. */
  freeFrom: Amount | null;
}

/**
 * What holds in all of the store's country: the longest time that the first method of a zone takes, and the greatest spend that
 * frees one. Nothing is said of the price where some part of the country is not served, or a first method costs something.
 */
export function deliveryPromise(zones: readonly DeliveryZone[], settings: Settings): DeliveryPromise {
  const usual = usualDays(settings);
  const country = settings.store_country;
  const inForce = zonesInForce(zones, settings).filter(
    ({ places }) => places.length === 0 || places.some((place) => place.country === country),
  );
  const brought = inForce.map(({ methods }) =>
    methods.filter(({ isEnabled, kind }) => isEnabled && kind !== "local_pickup"),
  );
  const served = brought.filter((methods) => methods.length > 0);
  const times = served.map(([first]) => first?.days ?? usual);
  const isEverywhere = served.length === brought.length && coversCountry(inForce, country);
  return {
    days: times.length > 0 ? longestOf(times) : usual,
    freeFrom: isEverywhere ? freeEverywhereFrom(served) : null,
  };
}

/** Whether each part of a country lies in one of the zones. */
function coversCountry(zones: readonly DeliveryZone[], country: string): boolean {
  const states = [...(statesOf(country)?.keys() ?? [""])];
  return states.every((state) => zoneOf({ country, state, city: "", postcode: "" }, zones) !== undefined);
}

function freeEverywhereFrom(served: readonly (readonly DeliveryMethod[])[]): Amount | null {
  const from = Math.max(...served.map((methods) => Math.min(...methods.map(freeFromOf))));
  const isFirstFree = served.every(([first]) => first && freeFromOf(first) === 0);
  return Number.isFinite(from) && (from > 0 || isFirstFree) ? from : null;
}

/** From which spend a method is free, infinity where none frees it. */
function freeFromOf({ kind, price, perItem, perKilogram, classPrices, freeFrom }: DeliveryMethod): number {
  const isFree = price + perItem + perKilogram === 0 && classPrices.every((one) => one.price === 0);
  if (kind === "flat_rate" && isFree) return 0;
  return freeFrom ?? (kind === "free_shipping" ? 0 : Number.POSITIVE_INFINITY);
}

function longestOf(times: readonly Days[]): Days {
  return { min: Math.min(...times.map(({ min }) => min)), max: Math.max(...times.map(({ max }) => max)) };
}
