import type { Database } from "#db/database.ts";
import { addDeliveryMethod, addDeliveryZone, type NewMethod } from "./change-delivery.ts";
import type { DeliveryMethod, Parcel } from "./delivery.ts";
import { plainMethod, readPlaces } from "./delivery-fields.rules.ts";

/** Returns a courier at 200, unless `given` says otherwise. */
export function methodOf(given: Partial<DeliveryMethod> = {}): DeliveryMethod {
  return { ...plainMethod, id: 1, kind: "flat_rate", title: "Courier", price: 200, ...given };
}

/** Returns a parcel of one piece for 1,000 without weight and class, unless `given` says otherwise. */
export function parcelOf(given: Partial<Parcel> = {}): Parcel {
  return { pieces: 1, grams: 0, classes: [""], spend: 1000, ...given };
}

/** Adds a zone of places in the command line's spelling, with methods. @returns the methods' ids on the wire */
export async function giveZone(
  db: Database,
  name: string,
  places: string,
  methods: readonly Partial<NewMethod>[],
): Promise<string[]> {
  const read = readPlaces(places);
  if (!Array.isArray(read)) throw new Error(`No places: ${places}`);
  await addDeliveryZone(db, name, read);
  const ids: string[] = [];
  for (const given of methods) {
    const { id: _, ...method } = methodOf(given);
    ids.push(`${method.kind}:${await addDeliveryMethod(db, name, method)}`);
  }
  return ids;
}
