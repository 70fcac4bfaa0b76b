import type { Address } from "#shop/orders/order.ts";

/** Control names by field, without the `billing_` or `shipping_` prefix. */
export const addressNames: Readonly<Record<keyof Address, string>> = {
  firstName: "first_name",
  lastName: "last_name",
  company: "company",
  country: "country",
  address1: "address_1",
  address2: "address_2",
  city: "city",
  state: "state",
  postcode: "postcode",
  phone: "phone",
  email: "email",
};

/** Returns the id and name of a field's control. */
export function addressControl(part: "billing" | "shipping", field: keyof Address): string {
  return `${part}_${addressNames[field]}`;
}

/**
 * Returns the id of a field's control if it is visible; null for hidden fields: the company, and the only country.
 * @param countries the countries with delivery
 */
export function visibleControl(
  part: "billing" | "shipping",
  field: keyof Address,
  countries: readonly unknown[],
): string | null {
  const isHidden = field === "company" || (field === "country" && countries.length === 1);
  return isHidden ? null : addressControl(part, field);
}
