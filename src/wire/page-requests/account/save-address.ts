// Answers the address form at edit-address/billing/ or edit-address/shipping/, with the checkout's field names.
import { accountForms } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { deliveredCountries } from "#shop/delivery/delivered-countries.rules.ts";
import { type AddressKind, saveAddress } from "#shop/orders/user-addresses.ts";
import { addressOf, controlNames } from "../../wc-ajax/checkout/checkout-fields.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import type { UserForm } from "./account-form.ts";

export const addressForm: UserForm = {
  name: "save_address",
  marks: ["save_address"],
  for: "user",
  guard: accountForms.save_address,
  controls: {},
  refilled: [...controlNames("billing"), ...controlNames("shipping")],
  async answer(call, { user }) {
    const kind = kindOf(call);
    const { zones, settings } = await call.visit.facts();
    const countries = deliveredCountries(zones, settings);
    const address = addressOf(call.fields, kind, countries[0] ?? "");
    await saveAddress(call.db, user.id, { kind, address }, countries);
    await call.visit.addNotice({ kind: "success", messageKey: "account.address.saved", values: {} });
    return routes.addresses();
  },
};

/** In the protocol the page's path decides which address is saved. */
function kindOf({ visit }: Call): AddressKind {
  return visit.path.startsWith(routes.editAddress("shipping")) ? "shipping" : "billing";
}
