import type { Amount } from "#platform/money.ts";
import type { PaymentMethod } from "../payments/payment.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import type { Days, DeliveryOffer, DeliveryZone } from "./delivery.ts";

/** What a fee is for, and how much it is. */
export interface Fee {
  label: string;
  amount: Amount;
}

/** How long a delivery usually takes. */
export function usualDays({ delivery_days_min: min, delivery_days_max: max }: Settings): Days {
  return { min, max: Math.max(min, max) };
}

/** The zones as they hold: until there is one, the settings' delivery to the whole of the store's country. */
export function zonesInForce(zones: readonly DeliveryZone[], settings: Settings): readonly DeliveryZone[] {
  if (zones.length > 0) return zones;
  const { store_country: country, shipping_title: title, shipping_price: price } = settings;
  const method = { id: 1, kind: "flat_rate" as const, title, price, isEnabled: true, freeFrom: null, days: null };
  const surcharges = { perItem: 0, perKilogram: 0, includedGrams: 0, classPrices: [] };
  return [{ id: 1, name: title, places: [{ country, state: "", city: "" }], methods: [{ ...method, ...surcharges }] }];
}

/**
 * What is paid beside products and delivery: a courier who takes cash at the door may cost something.
 * @param rest what else he collects: for nothing there is no fee
 */
export function feesOf(
  payment: Pick<PaymentMethod, "isPaidAtDoor">,
  offer: Pick<DeliveryOffer, "isPickup"> | null,
  rest: Amount,
  settings: Settings,
): Fee[] {
  const { cod_fee: amount, cod_fee_title: label } = settings;
  const isPaidAtDoor = payment.isPaidAtDoor && offer !== null && !offer.isPickup;
  return isPaidAtDoor && rest > 0 && amount > 0 ? [{ label, amount }] : [];
}
