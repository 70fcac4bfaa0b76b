import { type Destination, readDestination } from "#shop/delivery/destination.ts";
import { cityKey } from "#shop/delivery/place.rules.ts";
import type { CheckoutForm } from "#shop/orders/checkout/checkout.rules.ts";
import type { SavedCheckout } from "#shop/orders/checkout/checkout.ts";
import type { Address } from "#shop/orders/order.ts";

/** Fields that form one place and are never mixed from two addresses. */
const placeFields = ["address1", "address2", "city", "state", "postcode"] as const satisfies readonly (keyof Address)[];

type Countries = readonly string[];

/** Fields that form one name; the page asks for the full name in the first. */
const nameFields = ["firstName", "lastName"] as const satisfies readonly (keyof Address)[];

/** Returns whether the form names a destination. */
export function hasPlace({ form }: SavedCheckout): boolean {
  const { city, state, postcode } = form.shipping ?? form.billing;
  return city + state + postcode !== "";
}

/** Returns a guest's typed address, completed from the account after the sign-in. */
export function completedAddress(billing: Address, known: Partial<Address>): Partial<Address> {
  const typedGroups = [placeFields, nameFields].filter((group) => group.some((field) => billing[field] !== ""));
  const settled: readonly string[] = typedGroups.flat();
  const missing = (Object.keys(billing) as (keyof Address)[]).filter(
    (field) => billing[field] === "" && !settled.includes(field),
  );
  // A country without any other place field is only the form's default.
  const isPlaceTyped = placeFields.some((field) => billing[field] !== "");
  const country = (isPlaceTyped ? undefined : known.country) || billing.country;
  return { ...billing, country, ...Object.fromEntries(missing.map((field) => [field, known[field] ?? ""])) };
}

/** Returns a saved address moved to the cart's destination. If that is a different place, the street is cleared. */
export function addressAt(saved: Partial<Address>, destination: Destination, countries: Countries): Partial<Address> {
  if (isAt(saved, destination, countries)) return saved;
  return { ...saved, address1: "", address2: "", ...destination };
}

/** Returns the typed form with its delivery address moved to the destination that was chosen since. */
export function typedForm(
  { form, areMethodsSaved }: SavedCheckout,
  destination: Destination,
  countries: Countries,
): CheckoutForm {
  const target = form.shipping ? "shipping" : "billing";
  const address = form.shipping ?? form.billing;
  if (!areMethodsSaved || isAt(address, destination, countries)) return form;
  return { ...form, [target]: { ...address, ...destination } };
}

/** Returns the address's destination if it differs from the cart's; null if it is the same or has no delivery. */
export function differingDestination(
  address: Partial<Address>,
  destination: Destination,
  countries: Countries,
): Destination | null {
  const { country = "", state = "", city = "", postcode = "" } = address;
  const own = readDestination({ country: country || destination.country, state, city, postcode }, countries);
  return own && isSamePlace(own, destination) ? null : own;
}

/** Returns whether the cart's destination is this address, or is not known yet. */
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
