import type { Amount } from "#platform/money.ts";
import type { DeliveryKind } from "./delivery-kinds.rules.ts";
import type { Place } from "./place.rules.ts";

/** A span of business days. */
export interface Days {
  min: number;
  max: number;
}

/** A way in which something comes to its buyer. Amounts in minor units. */
export interface DeliveryMethod {
  id: number;
  kind: DeliveryKind;
  title: string;
  isEnabled: boolean;
  price: Amount;
  perItem: Amount;
  /** For each started kilogram beyond `includedGrams`. */
  perKilogram: Amount;
  includedGrams: number;
  /** Once for each class of which there is something. */
  classPrices: readonly { shippingClass: string; price: Amount }[];
  /** From what the lines cost after discounts, as prices are shown, it is free, and a free one is offered at all; null: no such bound. */
  freeFrom: Amount | null;
  /** null: as the settings have it. */
  days: Days | null;
}

/** Places with the methods that are offered there, in the shopkeeper's order. */
export interface DeliveryZone {
  id: number;
  name: string;
  /** Without any: what no other zone names. */
  places: readonly Place[];
  methods: readonly DeliveryMethod[];
}

/** A way in which this cart can come to its buyer. */
export interface DeliveryOffer {
  /** As on the wire: kind and number, such as "flat_rate:3". */
  id: string;
  title: string;
  amount: Amount;
  /** The buyer comes for it. */
  isPickup: boolean;
  /** null: nothing is said. */
  days: Days | null;
}

/** What the price of a delivery depends on. */
export interface Parcel {
  pieces: number;
  grams: number;
  /** The shipping classes of what is in it, each once, as `classKey` spells them; "" is none. */
  classes: readonly string[];
  /** What all lines cost after offers and coupons, as prices are shown. */
  spend: Amount;
}
