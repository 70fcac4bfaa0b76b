import { type Destination, readDestination } from "#shop/delivery/destination.ts";
import { type Fields, textOf } from "./fields.ts";

/** The place that the fields `{prefix}country`, state, city and postcode name; null when they name none. */
export function destinationOfFields(fields: Fields, prefix: string): Destination | null {
  const part = (name: string) => textOf(fields, `${prefix}${name}`);
  return readDestination({
    country: part("country"),
    state: part("state"),
    city: part("city"),
    postcode: part("postcode"),
  });
}
