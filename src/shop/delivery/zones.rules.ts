import type { DeliveryZone } from "./delivery.ts";
import type { Destination } from "./destination.ts";
import { cityKey, liesIn, mayLieIn, type Place, specificity } from "./place.rules.ts";

/**
 * Returns the zone of a destination: the one with the most specific place (city, province, country), the first of
 * several; else the first zone without places. Undefined without delivery.
 */
export function zoneOf<Zone extends Pick<DeliveryZone, "places">>(
  destination: Destination,
  zones: readonly Zone[],
): Zone | undefined {
  const place = { ...destination, city: cityKey(destination.city) };
  let best: { zone: Zone; degree: number } | undefined;
  for (const zone of zones) {
    const degree = specificityOf(zone.places, place);
    if (degree !== undefined && degree > (best?.degree ?? -1)) best = { zone, degree };
  }
  return best?.zone;
}

/** Returns the zones that may replace the destination's own once more of it is known. */
export function furtherZones<Zone extends Pick<DeliveryZone, "places">>(
  destination: Destination,
  zones: readonly Zone[],
): Zone[] {
  const place = { ...destination, city: cityKey(destination.city) };
  const own = zoneOf(destination, zones);
  const degree = (own && specificityOf(own.places, place)) ?? -1;
  const mayBe = (other: Place) => specificity(other) > degree && mayLieIn(other, place);
  return zones.filter((zone) => zone !== own && zone.places.some(mayBe));
}

/** Returns the country where the customer picks up: one of the zone's, preferably the store's. */
export function pickupCountry(
  destination: Destination,
  zones: readonly Pick<DeliveryZone, "places">[],
  storeCountry: string,
): string {
  const places = zoneOf(destination, zones)?.places ?? [];
  const isAtHome = places.length === 0 || places.some(({ country }) => country === storeCountry);
  return isAtHome ? storeCountry : destination.country;
}

/** Returns how specifically the places match: 0 if they cover everything; undefined if they do not match. */
function specificityOf(places: readonly Place[], destination: Place): number | undefined {
  if (places.length === 0) return 0;
  const degrees = places.filter((place) => liesIn(place, destination)).map(specificity);
  return degrees.length > 0 ? Math.max(...degrees) : undefined;
}

/** Returns the delivery method's id on the wire if any zone has it, else null: carts store no others. */
export function knownMethodId(zones: readonly Pick<DeliveryZone, "methods">[], methodId: string | null): string | null {
  const isKnown = zones.some(({ methods }) => methods.some(({ kind, id }) => `${kind}:${id}` === methodId));
  return isKnown ? methodId : null;
}
