import type { Amount } from "#platform/money.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import type { Days, DeliveryMethod, DeliveryZone } from "./delivery.ts";
import { usualDays, zonesInForce } from "./store-delivery.rules.ts";

/** What can be said of the delivery before anybody knows where it goes and what else comes along. */
export interface DeliveryPromise {
  days: Days;
  /** From which spend on it is free wherever it goes: 0 is always, null never. */
  freeFrom: Amount | null;
}

/** What holds in all zones: the longest time that the first method of one takes, and the greatest spend that frees one. */
export function deliveryPromise(zones: readonly DeliveryZone[], settings: Settings): DeliveryPromise {
  const usual = usualDays(settings);
  const brought = zonesInForce(zones, settings).map(({ methods }) =>
    methods.filter(({ isEnabled, kind }) => isEnabled && kind !== "local_pickup"),
  );
  const served = brought.filter((methods) => methods.length > 0);
  const times = served.map(([first]) => first?.days ?? usual);
  const bounds = served.map((methods) => Math.min(...methods.map(freeFromOf)));
  const freeFrom = served.length > 0 ? Math.max(...bounds) : Number.POSITIVE_INFINITY;
  return {
    days: times.length > 0 ? longestOf(times) : usual,
    freeFrom: Number.isFinite(freeFrom) ? freeFrom : null,
  };
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
