import { type Destination, readDestination } from "#shop/delivery/destination.ts";
import { foldCity } from "#shop/delivery/zones.rules.ts";
import type { RefusedCheckout } from "#shop/orders/checkout.ts";
import type { Address } from "#shop/orders/order.ts";

/** Together they are one place: halves of two addresses are none. */
const placeFields = ["address1", "address2", "city", "state", "postcode"] as const satisfies readonly (keyof Address)[];

/** What a guest has typed, completed by what his account knows now that he has signed in. */
export function completedAddress({ form }: RefusedCheckout, known: Partial<Address>): Partial<Address> {
  const { billing } = form;
  const hasPlace = placeFields.some((field) => billing[field] !== "");
  const missing = (Object.keys(billing) as (keyof Address)[]).filter(
    (field) => billing[field] === "" && !(hasPlace && (placeFields as readonly string[]).includes(field)),
  );
  return { ...billing, ...Object.fromEntries(missing.map((field) => [field, known[field] ?? ""])) };
}

/** A saved address at the place that the cart is reckoned for: of another one its owner has said since, the street is not known. */
export function addressAt(saved: Partial<Address>, destination: Destination): Partial<Address> {
  if (isAt(saved, destination)) return saved;
  const { state, city, postcode } = destination;
  return { ...saved, address1: "", address2: "", state, city, postcode };
}

/** What was typed, at the place that was told since. */
export function typedAddress({ form, isWayKept }: RefusedCheckout, destination: Destination): Address {
  const { billing } = form;
  if (!isWayKept || isAt(billing, destination)) return billing;
  const { state, city, postcode } = destination;
  return { ...billing, state, city, postcode };
}

/** Whether the cart is reckoned for this address, or for no place in particular. */
function isAt(address: Partial<Address>, { state, city, postcode }: Destination): boolean {
  if (state + city + postcode === "") return true;
  const { country = "", state: ownState = "", city: ownCity = "", postcode: ownCode = "" } = address;
  const own = readDestination({ country, state: ownState, city: ownCity, postcode: ownCode });
  return own === null || (own.state === state && foldCity(own.city) === foldCity(city));
}
