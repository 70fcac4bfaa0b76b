import { deliveredCountries } from "../../delivery/delivered-countries.rules.ts";
import type { DeliveryZone } from "../../delivery/delivery.ts";
import type { Settings } from "../../settings/setting-definitions.ts";
import type { CheckoutFault, CheckoutForm, Fulfilment } from "./checkout.rules.ts";
import { serverCheckoutFaults } from "./phone-check.ts";

/**
 * Returns all faults of an order's form. If the shop names a terms page, acceptance is required even from forms that do
 * not ask: the protocol's shops check only forms with `terms-field`, and leaving it out would bypass the terms. A page
 * rendered before the terms existed is refused once, and then shows them.
 */
export function orderFaults(
  form: CheckoutForm,
  fulfilment: Fulfilment,
  zones: readonly DeliveryZone[],
  settings: Settings,
): CheckoutFault[] {
  const faults = serverCheckoutFaults(form, fulfilment, deliveredCountries(zones, settings));
  if (settings.terms_page === "" || form.acceptsTerms) return faults;
  return [...faults, { part: "order", field: "terms", reason: "required" }];
}
