import type { FormError } from "#http/visit/refused-form.ts";
import { type Fulfilment, requiredFields } from "#shop/orders/checkout/checkout.rules.ts";
import type { Address } from "#shop/orders/order.ts";
import type { UnpayableCountry } from "./country-payment.tsx";

interface AddressParts {
  part: "billing" | "shipping";
  /** Known or typed values; missing fields are empty. */
  address: Partial<Address>;
  /** How the order reaches the buyer. */
  fulfilment: Fulfilment;
  /** Countries with delivery, the store's own first. A single one cannot be changed. */
  countries: readonly { code: string; name: string }[];
  /** Errors of the refused form. */
  errors: readonly FormError[];
  /** At the checkout: the country if no payment method serves it, otherwise null. */
  unpayable?: UnpayableCountry | null;
}

/** The data that the address fields are rendered from. */
export interface AddressForm extends AddressParts {
  /** One of `countries`; decides which fields are shown. */
  country: string;
  required: readonly (keyof Address)[];
}

/** Returns the form data of an address; falls back to the first country when its own has no delivery. */
export function addressForm(parts: AddressParts): AddressForm {
  const { part, address, fulfilment, countries } = parts;
  const known = countries.find(({ code }) => code === address.country) ?? countries[0];
  const country = known?.code ?? "";
  const required = requiredFields(fulfilment, country).filter((field) => part === "billing" || field !== "phone");
  return { ...parts, address: { ...address, country }, country, required };
}
