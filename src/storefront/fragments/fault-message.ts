import type { MessageKey, Translate } from "#platform/messages/catalogue.ts";
import { type CheckoutFault, longest } from "#shop/orders/checkout.rules.ts";

/** The faults of single fields that have a sentence of their own. */
const own: ReadonlySet<string> = new Set([
  "firstName.required",
  "lastName.required",
  "country.required",
  "country.invalid",
  "address1.required",
  "city.required",
  "city.undelivered",
  "state.required",
  "state.invalid",
  "postcode.invalid",
  "phone.required",
  "phone.invalid",
  "email.required",
  "email.invalid",
]);

/** What is wrong with a field of the checkout, in a sentence that names it. */
export function faultMessage({ field, reason, part }: CheckoutFault, t: Translate): string {
  if (field === "terms") return t("notices.fault.terms.required");
  const name = t(`checkout.${field}`);
  const key: MessageKey = own.has(`${field}.${reason}`)
    ? (`notices.fault.${field}.${reason}` as MessageKey)
    : reason === "too_long" || reason === "characters"
      ? `notices.fault.${reason}`
      : "notices.fault.other";
  const message = t(key, { field: name, most: longest[field] });
  return part === "shipping" ? t("notices.fault.delivery", { message }) : message;
}
