import { beganField, honeypotField } from "#http/guards/checkout-guard.ts";
import {
  type Attribution,
  type AttributionField,
  attributionFields,
  readAttribution,
} from "#shop/attribution/attribution.rules.ts";
import { readTouches } from "#shop/attribution/touches.rules.ts";
import { attributionPrefix, wireName } from "#shop/attribution/visit-fields.rules.ts";
import { normalisePlace } from "#shop/delivery/address-formats.rules.ts";
import { withKnownProvince } from "#shop/delivery/cities.rules.ts";
import { deliveredCountries } from "#shop/delivery/delivered-countries.rules.ts";
import { deliveryKinds } from "#shop/delivery/delivery-kinds.rules.ts";
import { type Destination, readDestination } from "#shop/delivery/destination.ts";
import type { CheckoutFault, CheckoutField, CheckoutForm } from "#shop/orders/checkout/checkout.rules.ts";
import type { Address } from "#shop/orders/order.ts";
import type { Refusal } from "#shop/refusal.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { addressControl, addressNames } from "#storefront/address/fragments/address-controls.ts";
import { reminderControl } from "#storefront/checkout/fragments/cart-reminder.tsx";
import { hideSaleControl } from "#storefront/checkout/fragments/hide-sale.tsx";
import { termsControl } from "#storefront/checkout/fragments/terms.tsx";
import type { Call } from "../entrance.ts";
import { type Fields, hasField, lineOf, textOf } from "../fields.ts";

/** Reads the checkout form, trimmed. The country defaults to the first one that the store delivers to. */
export async function checkoutFormOf({ visit, fields }: Pick<Call, "visit" | "fields">): Promise<CheckoutForm> {
  const { zones, settings } = await visit.facts();
  const [country = ""] = deliveredCountries(zones, settings);
  const billing = addressOf(fields, "billing", country);
  const isElsewhere = isTicked(textOf(fields, "ship_to_different_address")) && hasField(fields, "shipping_first_name");
  const reminderText = textOf(fields, reminderControl);
  const note = textOf(fields, "order_comments").replaceAll("\r\n", "\n").trim();
  return {
    billing,
    shipping: isElsewhere ? addressOf(fields, "shipping", country) : null,
    note,
    ...(isTicked(textOf(fields, "createaccount")) && { asksAccount: true }),
    acceptsTerms: isTicked(textOf(fields, termsControl)),
    ...(isTicked(textOf(fields, hideSaleControl)) && { hidesSale: true }),
    ...(/^[0-9a-f]{16}$/.test(reminderText) && { reminderText }),
  };
}

/** Reads the fields of the bot check. */
export function guardFieldsOf(fields: Fields): { began: string; honeypot: string } {
  return { began: textOf(fields, beganField), honeypot: textOf(fields, honeypotField) };
}

/** Returns the control name of a checkout field. */
export function controlOf(part: "billing" | "shipping" | "order", field: CheckoutField): string {
  if (field === "terms") return termsControl;
  return field === "note" || part === "order" ? "order_comments" : addressControl(part, field);
}

/** Returns the names of all controls of an address. */
export function controlNames(part: "billing" | "shipping"): string[] {
  return Object.values(addressNames).map((name) => `${part}_${name}`);
}

/** Reads an address, trimmed and in its country's format. @param country default for a form without one */
export function addressOf(fields: Fields, part: "billing" | "shipping", country: string): Address {
  const entries = Object.entries(addressNames).map(([field, name]) => [field, lineOf(fields, `${part}_${name}`)]);
  const address = Object.fromEntries(entries) as unknown as Address;
  return withKnownProvince(normalisePlace({ ...address, country: address.country.toUpperCase() || country }));
}

/** Returns the country of the address that a field belongs to; by default the store's. */
export function countryOf(fields: Fields, part: "billing" | "shipping" | "order", settings: Settings): string {
  return textOf(fields, `${part}_country`).trim().toUpperCase() || settings.store_country;
}

/** Returns whether a checkbox value means "checked". */
export function isTicked(value: string): boolean {
  return value !== "" && value !== "0" && value !== "false";
}

/** Reads the destination from `{prefix}country`, state, city and postcode; null if the store does not deliver there. */
export async function destinationOfFields(
  { visit, fields }: Pick<Call, "visit" | "fields">,
  prefix: string,
): Promise<Destination | null> {
  const { zones, settings } = await visit.facts();
  const part = (name: string) => textOf(fields, `${prefix}${name}`);
  const typed = { country: part("country"), state: part("state"), city: part("city"), postcode: part("postcode") };
  return readDestination(typed, deliveredCountries(zones, settings));
}

const shippingMethodId = new RegExp(`^(?:${deliveryKinds.join("|")}):[1-9]\\d{0,14}$`);

/** Returns the chosen shipping method's id from the protocol's field `shipping_method[0]`; null if it is malformed. */
export function shippingMethodIdOf(fields: Fields): string | null {
  const id = textOf(fields, "shipping_method[0]");
  return shippingMethodId.test(id) ? id : null;
}

/** Returns the shipping and payment methods that a checkout form has chosen. */
export function chosenMethodsOf(fields: Fields): { deliveryMethodId: string | null; paymentMethodId: string } {
  return { deliveryMethodId: shippingMethodIdOf(fields), paymentMethodId: textOf(fields, "payment_method") };
}

/** Returns the field errors of a refused checkout from its details (see `faultDetails`). */
export function faultsOf({ details }: Refusal): CheckoutFault[] {
  return Object.entries(details).flatMap(([name, reason]) => {
    const [part, field] = name.split(".");
    return field === undefined ? [] : [{ part, field, reason } as CheckoutFault];
  });
}

/**
 * Reads the fields `wc_order_attribution_*` and the touches.
 * @param agent the User-Agent header @returns undefined if the form has none of them; null if they have no value, as when
 * tracking is forbidden
 */
export function attributionOf(fields: Fields, agent: string, now: Date): Attribution | null | undefined {
  const names = attributionFields.map((field) => [field, `${attributionPrefix}${wireName(field)}`] as const);
  if (!names.some(([, name]) => hasField(fields, name))) return undefined;
  const values = names.map(([field, name]) => [field, textOf(fields, name)]);
  const reported = Object.fromEntries(values) as Record<AttributionField, string>;
  return readAttribution(reported, agent, readTouches(textOf(fields, "chowk_touches"), now.getTime()));
}
