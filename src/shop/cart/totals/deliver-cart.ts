import type { Amount } from "#platform/money.ts";
import { classKey } from "../../catalogue/variations/class-key.rules.ts";
import type { CartCoupon } from "../../coupons/coupon.ts";
import { arrivalOf } from "../../delivery/arrival.rules.ts";
import { deliveredCountries } from "../../delivery/delivered-countries.rules.ts";
import type { DeliveryMethod, DeliveryOffer, DeliveryZone, Parcel } from "../../delivery/delivery.ts";
import type { DeliveryChoice, Destination } from "../../delivery/destination.ts";
import {
  chooseOffer,
  type FreeDeliveryGap,
  freeDeliveryGap,
  offeredFromSpend,
  offersFor,
} from "../../delivery/offers.rules.ts";
import { usualDays, zonesInForce } from "../../delivery/store-delivery.rules.ts";
import { furtherZones, pickupCountry, zoneOf } from "../../delivery/zones.rules.ts";
import type { Settings } from "../../settings/setting-definitions.ts";
import type { OfferedLine } from "./price-cart.ts";

/** The delivery options of a cart. */
export interface CartDelivery {
  /** In the shopkeeper's order; empty: no delivery to the destination. */
  offers: readonly DeliveryOffer[];
  /** The chosen one, else the first. */
  chosen: DeliveryOffer | null;
  /** null when no spend makes delivery free, or it already is. */
  freeDeliveryGap: FreeDeliveryGap | null;
  /** The spend from which delivery is offered, when the cart is below it; null otherwise. */
  offeredFrom: Amount | null;
  /**
   * Whether there is no delivery to the destination, but to other places of its country: a city or province is needed.
   */
  isElsewhere: boolean;
  /**
   * The first offer of each zone that the destination may turn out to be in once known in more detail; amounts as
   * entered.
   */
  further: readonly DeliveryOffer[];
  /** Countries with delivery, ISO 3166-1 alpha-2, the store's own first. */
  countries: readonly string[];
  /** The country of pickup, ISO 3166-1 alpha-2. */
  pickupIn: string;
}

interface CartToDeliver {
  lines: readonly OfferedLine[];
  /** Returns the total of all lines after offers and coupons, as prices are shown; called only when needed. */
  spend: () => Amount;
  coupons: readonly CartCoupon[];
  destination: Destination;
  choice: DeliveryChoice | null;
  zones: readonly DeliveryZone[];
  now: Date;
}

/** Returns how the lines can be delivered to `destination`; null when nothing needs shipping. */
export function deliverCart(cart: CartToDeliver, settings: Settings): CartDelivery | null {
  const { lines, spend, coupons, destination, choice } = cart;
  const carried = lines.filter((line) => line.needsShipping);
  if (carried.length === 0) return null;
  const zones = zonesInForce(cart.zones, settings);
  const methods = zoneOf(destination, zones)?.methods ?? [];
  const furtherMethods = furtherZones(destination, zones).map((zone) => zone.methods);
  const needsSpend = [methods, ...furtherMethods].flat().some(({ freeFrom }) => freeFrom !== null);
  const parcel = parcelOf(carried, needsSpend ? spend() : 0);
  const isFreed = coupons.some(({ kind }) => kind === "free_delivery");
  const offersOf = (methods: readonly DeliveryMethod[]) => {
    const offered = offersFor(methods, parcel, usualDays(settings)).map((offer) =>
      withArrival(offer, settings, cart.now),
    );
    return isFreed ? offered.map((offer) => ({ ...offer, amount: 0 })) : offered;
  };
  const offers = offersOf(methods);
  const isInCountry = ({ places }: DeliveryZone) => places.some(({ country }) => country === destination.country);
  return {
    offers,
    chosen: chooseOffer(offers, choice?.methodId ?? null),
    freeDeliveryGap: isFreed ? null : freeDeliveryGap(methods, parcel),
    offeredFrom: offers.length === 0 ? offeredFromSpend(methods) : null,
    isElsewhere: offers.length === 0 && zones.some(isInCountry),
    further: furtherMethods.flatMap((methods) => offersOf(methods).slice(0, 1)),
    countries: deliveredCountries(zones, settings),
    pickupIn: pickupCountry(destination, zones, settings.store_country),
  };
}

function withArrival(offer: DeliveryOffer, settings: Settings, now: Date): DeliveryOffer {
  const { isPickup, days } = offer;
  return { ...offer, arrival: isPickup || !days ? null : arrivalOf(days, settings, now) };
}

function parcelOf(lines: readonly OfferedLine[], spend: Amount): Parcel {
  const classes = new Set(lines.map((line) => classKey(line.shippingClass)));
  return {
    pieces: lines.reduce((pieces, { quantity }) => pieces + quantity, 0),
    grams: lines.reduce((grams, { weightGrams, quantity }) => grams + weightGrams * quantity, 0),
    classes: [...classes],
    spend,
  };
}
