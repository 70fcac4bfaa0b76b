import type { Address } from "#shop/orders/order.ts";

/** Names of the controls behind the part of a form, `billing_` or `shipping_`. */
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

/** The id and name of the control of a field. */
export function addressControl(part: "billing" | "shipping", field: keyof Address): string {
  return `${part}_${addressNames[field]}`;
}

/**
 * The control of a field where it can be seen; null for the company and for a lone country, which go along unseen.
 * @param countries those that are delivered to
 */
export function seenControl(
  part: "billing" | "shipping",
  field: keyof Address,
  countries: readonly unknown[],
): string | null {
  const isUnseen = field === "company" || (field === "country" && countries.length === 1);
  return isUnseen ? null : addressControl(part, field);
}
