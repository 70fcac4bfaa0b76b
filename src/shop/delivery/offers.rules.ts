import { type Amount, minus, sum, times } from "#platform/money.ts";
import { classKey } from "../catalogue/variations/class-key.rules.ts";
import type { Days, DeliveryMethod, DeliveryOffer, Parcel } from "./delivery.ts";

/** The maximum price of a delivery, in minor units; higher ones are capped. */
export const maxDeliveryPrice = 1_000_000_000_000;

/** Returns the methods offered for a parcel, in order. @param usual delivery time for methods that define none */
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
      arrival: null,
    };
  });
}

function priceOf(method: DeliveryMethod, { pieces, grams, classes, spend }: Parcel): Amount {
  const { price, perItem, perKilogram, includedGrams, classPrices, freeFrom } = method;
  if (freeFrom !== null && spend >= freeFrom) return 0;
  const kilograms = Math.ceil(Math.max(grams - includedGrams, 0) / 1000);
  const ofClasses = classPrices.filter(({ shippingClass }) => classes.includes(classKey(shippingClass)));
  const parts = [price, atMost(perItem, pieces), atMost(perKilogram, kilograms), ...ofClasses.map((one) => one.price)];
  return Math.min(sum(parts), maxDeliveryPrice);
}

/** Multiplies, capped at the maximum price of a delivery. */
function atMost(amount: Amount, count: number): Amount {
  return amount > maxDeliveryPrice / Math.max(count, 1) ? maxDeliveryPrice : times(amount, count);
}

/** Returns the chosen offer if it is still offered, else the first; null: none. */
export function chooseOffer(offers: readonly DeliveryOffer[], methodId: string | null): DeliveryOffer | null {
  return offers.find(({ id }) => id === methodId) ?? offers[0] ?? null;
}

/**
 * Returns the spend from which a method is offered, if only spend is missing; null when the spend is not what is
 * missing.
 */
export function offeredFromSpend(methods: readonly DeliveryMethod[]): Amount | null {
  const bounds = methods.flatMap(({ isEnabled, kind, freeFrom }) =>
    isEnabled && kind === "free_shipping" && freeFrom !== null ? [freeFrom] : [],
  );
  return bounds.length > 0 ? Math.min(...bounds) : null;
}

/** The spend still missing to free delivery. */
export interface FreeDeliveryGap {
  /** The lines' price that makes delivery free. */
  from: Amount;
  /** 0: reached. */
  missing: Amount;
}

/** Returns what is missing to the first free delivery; null if no spend makes one free, or one already is. */
export function freeDeliveryGap(methods: readonly DeliveryMethod[], parcel: Parcel): FreeDeliveryGap | null {
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
