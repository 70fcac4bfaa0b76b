import type { DeliveryZone } from "./delivery.ts";
import type { Destination } from "./destination.ts";
import { cityKey, exactness, liesIn, mayLieIn, type Place } from "./place.rules.ts";

/**
 * The zone that a destination lies in: the one that names it most exactly, by its city, else its province, else its country;
 * of several the first; else the first zone without places. Undefined when nothing is delivered there.
 */
export function zoneOf<Zone extends Pick<DeliveryZone, "places">>(
  destination: Destination,
  zones: readonly Zone[],
): Zone | undefined {
  const place = { ...destination, city: cityKey(destination.city) };
  let best: { zone: Zone; degree: number } | undefined;
  for (const zone of zones) {
    const degree = exactnessOf(zone.places, place);
    if (degree !== undefined && degree > (best?.degree ?? -1)) best = { zone, degree };
  }
  return best?.zone;
}

/** The zones of which one may turn out to be the destination's instead of its own, once more of it is told. */
export function furtherZones<Zone extends Pick<DeliveryZone, "places">>(
  destination: Destination,
  zones: readonly Zone[],
): Zone[] {
  const place = { ...destination, city: cityKey(destination.city) };
  const own = zoneOf(destination, zones);
  const degree = (own && exactnessOf(own.places, place)) ?? -1;
  const mayBe = (other: Place) => exactness(other) > degree && mayLieIn(other, place);
  return zones.filter((zone) => zone !== own && zone.places.some(mayBe));
}

/** The country in which who comes for it gets what is meant for `destination`: its zone's, the store's where that is among them. */
export function pickupCountry(
  destination: Destination,
  zones: readonly Pick<DeliveryZone, "places">[],
  storeCountry: string,
): string {
  const places = zoneOf(destination, zones)?.places ?? [];
  const isAtHome = places.length === 0 || places.some(({ country }) => country === storeCountry);
  return isAtHome ? storeCountry : destination.country;
}

/** How exactly the places name it: 0 where they name all; undefined: not at all. */
function exactnessOf(places: readonly Place[], destination: Place): number | undefined {
  if (places.length === 0) return 0;
  const degrees = places.filter((place) => liesIn(place, destination)).map(exactness);
  return degrees.length > 0 ? Math.max(...degrees) : undefined;
}
