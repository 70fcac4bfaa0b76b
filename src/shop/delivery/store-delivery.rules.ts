import type { Amount } from "#platform/money.ts";
import type { PaymentMethod } from "../payments/payment.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import type { Days, DeliveryOffer, DeliveryZone } from "./delivery.ts";

/** A fee with its title and amount. */
export interface Fee {
  label: string;
  amount: Amount;
}

/** Returns the shop's usual delivery time. */
export function usualDays({ delivery_days_min: min, delivery_days_max: max }: Settings): Days {
  return { min, max: Math.max(min, max) };
}

/** Returns the effective zones: the settings' delivery in the store's country until a zone exists. */
export function zonesInForce(zones: readonly DeliveryZone[], settings: Settings): readonly DeliveryZone[] {
  if (zones.length > 0) return zones;
  const { store_country: country, shipping_title: title, shipping_price: price } = settings;
  const method = { id: 1, kind: "flat_rate" as const, title, price, isEnabled: true, freeFrom: null, days: null };
  const surcharges = { perItem: 0, perKilogram: 0, includedGrams: 0, classPrices: [] };
  return [{ id: 1, name: title, places: [{ country, state: "", city: "" }], methods: [{ ...method, ...surcharges }] }];
}

/**
 * Returns what is paid besides products and delivery: a courier may charge for collecting the money.
 * @param rest what else the courier collects: for 0 there is no fee
 */
export function feesOf(
  payment: Pick<PaymentMethod, "collection">,
  offer: Pick<DeliveryOffer, "isPickup"> | null,
  rest: Amount,
  settings: Settings,
): Fee[] {
  if (offer === null || offer.isPickup || rest <= 0) return [];
  const fee = payment.collection?.fee(settings);
  return fee && fee.amount > 0 ? [fee] : [];
}
