import { type Amount, minus, sum, times } from "#platform/money.ts";
import { classKey } from "../catalogue/class-key.rules.ts";
import type { Days, DeliveryMethod, DeliveryOffer, Parcel } from "./delivery.ts";

/** The most that a delivery costs, in minor units: what would be more costs this. */
export const mostDelivery = 1_000_000_000_000;

/** What of `methods` is offered for a parcel, in their order; `usual` is said of a delivery that has no time of its own. */
export function offersFor(methods: readonly DeliveryMethod[], parcel: Parcel, usual: Days): DeliveryOffer[] {
  const offered = methods.filter(
    ({ isEnabled, kind, freeFrom }) => isEnabled && (kind !== "free_shipping" || parcel.spend >= (freeFrom ?? 0)),
  );
  return offered.map((method) => {
    const isPickup = method.kind === "local_pickup";
    const { id, kind, title, days } = method;
    return {
      id: `${kind}:${id}`,
      title,
      amount: priceOf(method, parcel),
      isPickup,
      days: days ?? (isPickup ? null : usual),
    };
  });
}

function priceOf(method: DeliveryMethod, { pieces, grams, classes, spend }: Parcel): Amount {
  const { price, perItem, perKilogram, includedGrams, classPrices, freeFrom } = method;
  if (freeFrom !== null && spend >= freeFrom) return 0;
  const kilograms = Math.ceil(Math.max(grams - includedGrams, 0) / 1000);
  const ofClasses = classPrices.filter(({ shippingClass }) => classes.includes(classKey(shippingClass)));
  const parts = [price, atMost(perItem, pieces), atMost(perKilogram, kilograms), ...ofClasses.map((one) => one.price)];
  return Math.min(sum(parts), mostDelivery);
}

/** `count` times an amount, as far as a delivery can cost that much. */
function atMost(amount: Amount, count: number): Amount {
  return amount > mostDelivery / Math.max(count, 1) ? mostDelivery : times(amount, count);
}

/** The offer that was chosen if it still is one, else the first; null: there is none. */
export function chooseOffer(offers: readonly DeliveryOffer[], methodId: string | null): DeliveryOffer | null {
  return offers.find(({ id }) => id === methodId) ?? offers[0] ?? null;
}

/** From which spend something is brought at all, where only spend is missing; null: that is no matter of the spend. */
export function broughtFrom(methods: readonly DeliveryMethod[]): Amount | null {
  const bounds = methods.flatMap(({ isEnabled, kind, freeFrom }) =>
    isEnabled && kind === "free_shipping" && freeFrom !== null ? [freeFrom] : [],
  );
  return bounds.length > 0 ? Math.min(...bounds) : null;
}

/** How far a cart is from being brought for nothing. */
export interface WayToFree {
  /** From what the lines cost. */
  from: Amount;
  /** What is missing of it; 0: reached. */
  missing: Amount;
}

/** The way to the first free delivery; null when no spend makes one, or when one is free anyway. */
export function wayToFree(methods: readonly DeliveryMethod[], parcel: Parcel): WayToFree | null {
  const brought = methods.filter(({ isEnabled, kind }) => isEnabled && kind !== "local_pickup");
  const bounds = brought.flatMap(({ freeFrom }) => (freeFrom === null ? [] : [freeFrom]));
  const isFreeAnyway = brought.some(
    (method) =>
      (method.kind === "flat_rate" || method.freeFrom === null) && priceOf({ ...method, freeFrom: null }, parcel) === 0,
  );
  if (bounds.length === 0 || isFreeAnyway) return null;
  const from = Math.min(...bounds);
  return { from, missing: minus(from, Math.min(from, parcel.spend)) };
}
