import { type Destination, readDestination } from "#shop/delivery/destination.ts";
import { cityKey } from "#shop/delivery/place.rules.ts";
import type { CheckoutForm } from "#shop/orders/checkout/checkout.rules.ts";
import type { SavedCheckout } from "#shop/orders/checkout/checkout.ts";
import type { Address } from "#shop/orders/order.ts";

/** Together they are one place: halves of two addresses are none. */
const placeFields = ["address1", "address2", "city", "state", "postcode"] as const satisfies readonly (keyof Address)[];

type Countries = readonly string[];

/** Together they are one name, which the page asks for in the first of them. */
const nameFields = ["firstName", "lastName"] as const satisfies readonly (keyof Address)[];

/** Whether a form says where the order goes. */
export function saysPlace({ form }: SavedCheckout): boolean {
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
  // A country without any place in it is only the one that the form began with.
  const isPlaceTyped = placeFields.some((field) => billing[field] !== "");
  const country = (isPlaceTyped ? undefined : known.country) || billing.country;
  return { ...billing, country, ...Object.fromEntries(missing.map((field) => [field, known[field] ?? ""])) };
}

/** A saved address at the place that the cart is reckoned for: of another one its owner has said since, the street is not known. */
export function addressAt(saved: Partial<Address>, destination: Destination, countries: Countries): Partial<Address> {
  if (isAt(saved, destination, countries)) return saved;
  return { ...saved, address1: "", address2: "", ...destination };
}

/** What was typed, with the place that was told since in the address that it goes to. */
export function typedForm(
  { form, isWayKept }: SavedCheckout,
  destination: Destination,
  countries: Countries,
): CheckoutForm {
  const target = form.shipping ? "shipping" : "billing";
  const address = form.shipping ?? form.billing;
  if (!isWayKept || isAt(address, destination, countries)) return form;
  return { ...form, [target]: { ...address, ...destination } };
}

/** The place of an address where the cart is reckoned for another; null: it is that one, or is none that is delivered to. */
export function otherPlace(
  address: Partial<Address>,
  destination: Destination,
  countries: Countries,
): Destination | null {
  const { country = "", state = "", city = "", postcode = "" } = address;
  const own = readDestination({ country: country || destination.country, state, city, postcode }, countries);
  return own && isSamePlace(own, destination) ? null : own;
}

/** Whether the cart is reckoned for this address, or for no place in particular. */
function isAt(address: Partial<Address>, destination: Destination, countries: Countries): boolean {
  const { country = "", state = "", city = "", postcode = "" } = address;
  const isOpen = destination.state + destination.city + destination.postcode === "";
  if (isOpen && [country, ""].includes(destination.country)) return true;
  const own = readDestination({ country, state, city, postcode }, countries);
  return own === null || isSamePlace(own, destination);
}

function isSamePlace(one: Destination, other: Destination): boolean {
  return one.country === other.country && one.state === other.state && cityKey(one.city) === cityKey(other.city);
}
