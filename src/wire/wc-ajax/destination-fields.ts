import { deliveredCountries } from "#shop/delivery/delivered-countries.rules.ts";
import { deliveryKinds } from "#shop/delivery/delivery-kinds.rules.ts";
import { type Destination, readDestination } from "#shop/delivery/destination.ts";
import type { Call } from "./entrance.ts";
import { type Fields, textOf } from "./fields.ts";

/** The place that the fields `{prefix}country`, state, city and postcode name; null when they name none that is delivered to. */
export async function destinationOfFields(
  { visit, fields }: Pick<Call, "visit" | "fields">,
  prefix: string,
): Promise<Destination | null> {
  const { zones, settings } = await visit.facts();
  const part = (name: string) => textOf(fields, `${prefix}${name}`);
  const typed = { country: part("country"), state: part("state"), city: part("city"), postcode: part("postcode") };
  return readDestination(typed, deliveredCountries(zones, settings));
}

const wayOnWire = new RegExp(`^(?:${deliveryKinds.join("|")}):[1-9]\\d{0,14}$`);

/** The way of delivery that a form of the protocol has chosen, which has a list of them; null when it is none. */
export function deliveryMethodOf(fields: Fields): string | null {
  const id = textOf(fields, "shipping_method[0]");
  return wayOnWire.test(id) ? id : null;
}

/** The ways of delivery and payment that a checkout form has chosen. */
export function waysOf(fields: Fields): { deliveryMethodId: string | null; paymentMethodId: string } {
  return { deliveryMethodId: deliveryMethodOf(fields), paymentMethodId: textOf(fields, "payment_method") };
}
