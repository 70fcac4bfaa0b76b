import { beganField, trapField } from "#http/guards/checkout-guard.ts";
import { normalisePlace } from "#shop/delivery/address-formats.rules.ts";
import { withKnownProvince } from "#shop/delivery/cities.rules.ts";
import { deliveredCountries } from "#shop/delivery/delivered-countries.rules.ts";
import type { CheckoutField, CheckoutForm } from "#shop/orders/checkout/checkout.rules.ts";
import type { Address } from "#shop/orders/order.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { addressControl, addressNames } from "#storefront/address/fragments/address-controls.ts";
import { termsControl } from "#storefront/checkout/fragments/terms.tsx";
import type { Call } from "./entrance.ts";
import { type Fields, hasField, lineOf, textOf } from "./fields.ts";

/** The checkout form as it was sent, trimmed. A form without a country means the first that is delivered to. */
export async function checkoutFormOf({ visit, fields }: Pick<Call, "visit" | "fields">): Promise<CheckoutForm> {
  const { zones, settings } = await visit.facts();
  const [country = ""] = deliveredCountries(zones, settings);
  const billing = addressOf(fields, "billing", country);
  const isElsewhere = isTicked(textOf(fields, "ship_to_different_address")) && hasField(fields, "shipping_first_name");
  const note = textOf(fields, "order_comments").replaceAll("\r\n", "\n").trim();
  return {
    billing,
    shipping: isElsewhere ? addressOf(fields, "shipping", country) : null,
    note,
    ...(isTicked(textOf(fields, "createaccount")) && { asksAccount: true }),
    acceptsTerms: isTicked(textOf(fields, termsControl)),
  };
}

/** What of the form tells who fills it in. */
export function guardFieldsOf(fields: Fields): { began: string; trap: string } {
  return { began: textOf(fields, beganField), trap: textOf(fields, trapField) };
}

/** The control that a field of the form is typed into. */
export function controlOf(part: "billing" | "shipping" | "order", field: CheckoutField): string {
  if (field === "terms") return termsControl;
  return field === "note" || part === "order" ? "order_comments" : addressControl(part, field);
}

/** The names of all controls of an address. */
export function controlNames(part: "billing" | "shipping"): string[] {
  return Object.values(addressNames).map((name) => `${part}_${name}`);
}

/** One address of a form, trimmed and as its country writes it. @param country of a form without one */
export function addressOf(fields: Fields, part: "billing" | "shipping", country: string): Address {
  const entries = Object.entries(addressNames).map(([field, name]) => [field, lineOf(fields, `${part}_${name}`)]);
  const address = Object.fromEntries(entries) as unknown as Address;
  return withKnownProvince(normalisePlace({ ...address, country: address.country.toUpperCase() || country }));
}

/** The country of the address that a field is part of; the store's where none is told. */
export function countryOf(fields: Fields, part: "billing" | "shipping" | "order", settings: Settings): string {
  const told = textOf(fields, `${part}_country`).trim().toUpperCase();
  return told || settings.store_country;
}

/** Whether the value of a box says that it was ticked. */
export function isTicked(value: string): boolean {
  return value !== "" && value !== "0" && value !== "false";
}
