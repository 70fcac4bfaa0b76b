import { type Destination, readDestination } from "#shop/delivery/destination.ts";
import { cityKey } from "#shop/delivery/place.rules.ts";
import type { CheckoutForm } from "#shop/orders/checkout.rules.ts";
import type { RefusedCheckout } from "#shop/orders/checkout.ts";
import type { Address } from "#shop/orders/order.ts";

/** Together they are one place: halves of two addresses are none. */
const placeFields = ["address1", "address2", "city", "state", "postcode"] as const satisfies readonly (keyof Address)[];

/** Together they are one name, which the page asks for in the first of them. */
const nameFields = ["firstName", "lastName"] as const satisfies readonly (keyof Address)[];

/** Whether a form says where the order goes. */
export function saysPlace({ form }: RefusedCheckout): boolean {
  const { city, state, postcode } = form.shipping ?? form.billing;
  return city + state + postcode !== "";
}

/** The address that a guest has typed, completed by what his account knows now that he has signed in. */
export function completedAddress(billing: Address, known: Partial<Address>): Partial<Address> {
  const typedGroups = [placeFields, nameFields].filter((group) => group.some((field) => billing[field] !== ""));
  const settled: readonly string[] = typedGroups.flat();
  const missing = (Object.keys(billing) as (keyof Address)[]).filter(
    (field) => billing[field] === "" && !settled.includes(field),
  );
  return { ...billing, ...Object.fromEntries(missing.map((field) => [field, known[field] ?? ""])) };
}

/** A saved address at the place that the cart is reckoned for: of another one its owner has said since, the street is not known. */
export function addressAt(saved: Partial<Address>, destination: Destination): Partial<Address> {
  if (isAt(saved, destination)) return saved;
  const { state, city, postcode } = destination;
  return { ...saved, address1: "", address2: "", state, city, postcode };
}

/** What was typed, with the place that was told since in the address that it goes to. */
export function typedForm({ form, isWayKept }: RefusedCheckout, destination: Destination): CheckoutForm {
  const target = form.shipping ? "shipping" : "billing";
  const address = form.shipping ?? form.billing;
  if (!isWayKept || isAt(address, destination)) return form;
  const { state, city, postcode } = destination;
  return { ...form, [target]: { ...address, state, city, postcode } };
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
