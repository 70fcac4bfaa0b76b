import type { Amount } from "#platform/money.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { arrivalHoldsUntil, arrivalOf } from "./arrival.rules.ts";
import type { Arrival, Days, DeliveryMethod, DeliveryZone } from "./delivery.ts";
import { statesOf } from "./states.rules.ts";
import { usualDays, zonesInForce } from "./store-delivery.rules.ts";
import { zoneOf } from "./zones.rules.ts";

/** The delivery promise while destination and cart are unknown. */
export interface DeliveryPromise {
  days: Days;
  /** The dates for an order placed now; null: none are promised. */
  arrival: Arrival | null;
  /** When the dates may change; null: never. */
  until: Date | null;
  /** Delivery is free from this spend on anywhere in the country: 0: always, null: no promise. */
  freeFrom: Amount | null;
}

/**
 * Returns what holds everywhere in the store's country: the longest time of a zone's first method, and the highest
 * spend that makes one free. Promises no price if a part of the country is not served, or if a first method is never
 * free.
 */
export function deliveryPromise(zones: readonly DeliveryZone[], settings: Settings, now: Date): DeliveryPromise {
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
  const days = times.length > 0 ? longestOf(times) : usual;
  return {
    days,
    arrival: arrivalOf(days, settings, now),
    until: arrivalHoldsUntil(settings, now),
    freeFrom: isEverywhere ? freeEverywhereFrom(served) : null,
  };
}

/** Returns whether the zones cover all parts of a country. */
function coversCountry(zones: readonly DeliveryZone[], country: string): boolean {
  const states = [...(statesOf(country)?.keys() ?? [""])];
  return states.every((state) => zoneOf({ country, state, city: "", postcode: "" }, zones) !== undefined);
}

function freeEverywhereFrom(served: readonly (readonly DeliveryMethod[])[]): Amount | null {
  const from = Math.max(...served.map((methods) => Math.min(...methods.map(freeFromOf))));
  const isFirstFree = served.every(([first]) => first && freeFromOf(first) === 0);
  return Number.isFinite(from) && (from > 0 || isFirstFree) ? from : null;
}

/** Returns the spend from which a method is free; Infinity if never. */
function freeFromOf({ kind, price, perItem, perKilogram, classPrices, freeFrom }: DeliveryMethod): number {
  const isFree = price + perItem + perKilogram === 0 && classPrices.every((one) => one.price === 0);
  if (kind === "flat_rate" && isFree) return 0;
  return freeFrom ?? (kind === "free_shipping" ? 0 : Number.POSITIVE_INFINITY);
}

function longestOf(times: readonly Days[]): Days {
  return { min: Math.min(...times.map(({ min }) => min)), max: Math.max(...times.map(({ max }) => max)) };
}
