import { type Destination, readDestination } from "#shop/delivery/destination.ts";
import { cityKey } from "#shop/delivery/place.rules.ts";
import type { RefusedCheckout } from "#shop/orders/checkout.ts";
import type { Address } from "#shop/orders/order.ts";

/** Together they are one place: halves of two addresses are none. */
const placeFields = ["address1", "address2", "city", "state", "postcode"] as const satisfies readonly (keyof Address)[];

/** What a guest has typed, completed by what his account knows now that he has signed in. */
export function completedAddress(
  typed: RefusedCheckout,
  known: Partial<Address>,
  destination: Destination,
): Partial<Address> {
  const hasPlace = placeFields.some((field) => typed.form.billing[field] !== "");
  const { city, state, postcode } = typed.form.billing;
  const billing = city + state + postcode === "" ? typed.form.billing : typedAddress(typed, destination);
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

/** The place of an address where the cart is reckoned for another; null: it is that one, or is none that is delivered to. */
export function otherPlace(address: Partial<Address>, destination: Destination): Destination | null {
  const { country = "", state = "", city = "", postcode = "" } = address;
  const own = readDestination({ country: country || destination.country, state, city, postcode });
  const isSame = own?.state === destination.state && cityKey(own.city) === cityKey(destination.city);
  return isSame ? null : own;
}

/** Whether the cart is reckoned for this address, or for no place in particular. */
function isAt(address: Partial<Address>, { state, city, postcode }: Destination): boolean {
  if (state + city + postcode === "") return true;
  const { country = "", state: ownState = "", city: ownCity = "", postcode: ownCode = "" } = address;
  const own = readDestination({ country, state: ownState, city: ownCity, postcode: ownCode });
  return own === null || (own.state === state && cityKey(own.city) === cityKey(city));
}
