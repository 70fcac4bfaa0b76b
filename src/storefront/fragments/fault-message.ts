import type { MessageKey, Translate } from "#platform/messages/catalogue.ts";
import { type CheckoutFault, type CheckoutField, longest } from "#shop/orders/checkout.rules.ts";
import { placeWords, postcodeLabel, stateLabel } from "./place-words.ts";

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
  "postcode.required",
  "postcode.invalid",
  "phone.required",
  "phone.invalid",
  "phone.countryless",
  "email.required",
  "email.invalid",
]);

/** What is wrong with a field of the checkout, in a sentence that names it. @param country of the address that it is part of */
export function faultMessage({ field, reason, part }: CheckoutFault, country: string, t: Translate): string {
  if (field === "terms") return t("notices.fault.terms.required");
  const name = fieldName(field, country, t);
  const key: MessageKey = own.has(`${field}.${reason}`)
    ? (`notices.fault.${field}.${reason}` as MessageKey)
    : reason === "too_long" || reason === "characters"
      ? `notices.fault.${reason}`
      : "notices.fault.other";
  const message = t(key, { ...placeWords(country), field: name, most: longest[field] });
  return part === "shipping" ? t("notices.fault.delivery", { message }) : message;
}

function fieldName(field: Exclude<CheckoutField, "terms">, country: string, t: Translate): string {
  if (field === "state") return stateLabel(country, t);
  return field === "postcode" ? postcodeLabel(country, t) : t(`checkout.${field}`);
}
