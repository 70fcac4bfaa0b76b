import type { Amount } from "#platform/money.ts";
import type { DeliveryKind } from "./delivery-kinds.rules.ts";
import type { Place } from "./place.rules.ts";

/** A span of business days. */
export interface Days {
  min: number;
  max: number;
}

/** The dates on which an order may arrive: calendar days in the shop's time zone, such as "2026-11-26". */
export interface Arrival {
  from: string;
  to: string;
}

/** A delivery method. Amounts in minor units. */
export interface DeliveryMethod {
  id: number;
  kind: DeliveryKind;
  title: string;
  isEnabled: boolean;
  price: Amount;
  perItem: Amount;
  /** Per started kilogram beyond `includedGrams`. */
  perKilogram: Amount;
  includedGrams: number;
  /** Charged once for each class in the parcel. */
  classPrices: readonly { shippingClass: string; price: Amount }[];
  /**
   * Lines' price after discounts, as prices are shown, from which it is free, or from which a free method is offered;
   * null: no limit.
   */
  freeFrom: Amount | null;
  /** null: the settings apply. */
  days: Days | null;
}

/** Places with their delivery methods, in the shopkeeper's order. */
export interface DeliveryZone {
  id: number;
  name: string;
  /** Empty: everything that no other zone names. */
  places: readonly Place[];
  methods: readonly DeliveryMethod[];
}

/** A delivery method offered for a cart. */
export interface DeliveryOffer {
  /** As on the wire: kind and number, such as "flat_rate:3". */
  id: string;
  title: string;
  amount: Amount;
  /** The customer picks it up. */
  isPickup: boolean;
  /** null: unknown. */
  days: Days | null;
  /** The promised dates of an order; null: none are promised. */
  arrival: Arrival | null;
}

/** The inputs of a delivery price. */
export interface Parcel {
  pieces: number;
  grams: number;
  /** The shipping classes in it, each once, in the spelling of `classKey`; "" is none. */
  classes: readonly string[];
  /** The price of all lines after offers and coupons, as prices are shown. */
  spend: Amount;
}
