import type { DeliveryPlace, DeliveryZone } from "./delivery.ts";
import type { Destination } from "./destination.ts";

/** A city as it is compared: whatever its case, its accents and its spaces. */
export function foldCity(city: string): string {
  const plain = city.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[\s\-_.']+/gu, " ").trim();
}

/**
 * The zone that a destination lies in: the one that names it most exactly, by its city, else its province, else its country;
 * of several the first; else the first zone without places. Undefined when nothing is delivered there.
 */
export function zoneOf<Zone extends Pick<DeliveryZone, "places">>(
  destination: Destination,
  zones: readonly Zone[],
): Zone | undefined {
  const city = foldCity(destination.city);
  let best: { zone: Zone; exactness: number } | undefined;
  for (const zone of zones) {
    const exactness = zone.places.length === 0 ? 0 : exactnessOf(zone.places, { ...destination, city });
    if (exactness !== undefined && exactness > (best?.exactness ?? -1)) best = { zone, exactness };
  }
  return best?.zone;
}

/** How exactly the places name it: 1 by its country, more by its province, more again by its city; undefined: not at all. */
function exactnessOf(places: readonly DeliveryPlace[], { country, state, city }: DeliveryPlace): number | undefined {
  const fits = places.filter(
    (place) =>
      place.country === country && (place.state === "" || place.state === state) && ["", city].includes(place.city),
  );
  const degrees = fits.map((place) => 1 + (place.state === "" ? 0 : 1) + (place.city === "" ? 0 : 2));
  return degrees.length > 0 ? Math.max(...degrees) : undefined;
}
