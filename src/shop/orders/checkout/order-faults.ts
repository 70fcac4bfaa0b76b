import { deliveredCountries } from "../../delivery/delivered-countries.rules.ts";
import type { DeliveryZone } from "../../delivery/delivery.ts";
import type { Settings } from "../../settings/setting-definitions.ts";
import type { CheckoutFault, CheckoutForm, Handover } from "./checkout.rules.ts";
import { serverCheckoutFaults } from "./phone-check.ts";

/**
 * Everything wrong with the form of an order. A shop that names a page of terms takes no order without their acceptance, also
 * from a form that does not ask: the protocol's own shops ask only those that carry `terms-field`, and whoever leaves that out
 * gets around the terms. A page that was drawn before there were terms is refused once, and then shows them.
 */
export function orderFaults(
  form: CheckoutForm,
  handover: Handover,
  zones: readonly DeliveryZone[],
  settings: Settings,
): CheckoutFault[] {
  const faults = serverCheckoutFaults(form, handover, deliveredCountries(zones, settings));
  if (settings.terms_page === "" || form.acceptsTerms) return faults;
  return [...faults, { part: "order", field: "terms", reason: "required" }];
}
