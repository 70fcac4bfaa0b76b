import type { FormError } from "#http/visit/refused-form.ts";
import { type Fulfilment, requiredFields } from "#shop/orders/checkout/checkout.rules.ts";
import type { Address } from "#shop/orders/order.ts";

interface AddressParts {
  part: "billing" | "shipping";
  /** What is known or was typed; missing fields are empty. */
  address: Partial<Address>;
  /** How what is ordered comes to its buyer. */
  fulfilment: Fulfilment;
  /** Those that are delivered to, the store's own first; one alone is fixed. */
  countries: readonly { code: string; name: string }[];
  /** Why something was refused. */
  errors: readonly FormError[];
}

/** What the fields of an address need to know. */
export interface AddressForm extends AddressParts {
  /** One of `countries`: the fields are those of its addresses. */
  country: string;
  /** The fields that must be filled in. */
  required: readonly (keyof Address)[];
}

/** The form of an address, in the first country where it has none that is delivered to. */
export function addressForm(parts: AddressParts): AddressForm {
  const { part, address, fulfilment, countries } = parts;
  const known = countries.find(({ code }) => code === address.country) ?? countries[0];
  const country = known?.code ?? "";
  const required = requiredFields(fulfilment, country).filter((field) => part === "billing" || field !== "phone");
  return { ...parts, address: { ...address, country }, country, required };
}
