import type { MessageKey, Translate } from "#messages/catalogue.ts";
import { type CheckoutFault, type CheckoutField, maxLengths } from "#shop/orders/checkout/checkout.rules.ts";
import { placeValues, postcodeLabel, stateLabel } from "../../address/fragments/place-labels.ts";

/** Field faults with a message of their own. */
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

type FieldFault = Pick<CheckoutFault, "field" | "reason">;

/** The text of a fault: in the error summary, and next to its field, where the address is clear from the position. */
export interface FieldErrorText {
  message: string;
  beside: string;
}

/**
 * Returns the text of a checkout fault; the first name field holds the full name there. @param country of the address
 */
export function checkoutErrorText({ part, ...fault }: CheckoutFault, country: string, t: Translate): FieldErrorText {
  const beside = errorSentence(fault, country, { firstName: t("checkout.fullName") }, t);
  return { beside, message: part === "shipping" ? t("notices.fault.delivery", { message: beside }) : beside };
}

/** Returns the text of a fault in an account address. @param country of the address */
export function addressErrorText(fault: FieldFault, country: string, t: Translate): string {
  return errorSentence(fault, country, {}, t);
}

/** Returns a message that names the field by its label. @param labels overrides of the default labels */
function errorSentence(
  { field, reason }: FieldFault,
  country: string,
  labels: Partial<Record<CheckoutField, string>>,
  t: Translate,
): string {
  if (field === "terms") return t("notices.fault.terms.required");
  const name = labels[field] ?? fieldName(field, country, t);
  const key: MessageKey = own.has(`${field}.${reason}`)
    ? (`notices.fault.${field}.${reason}` as MessageKey)
    : reason === "too_long" || reason === "characters" || reason === "advert"
      ? `notices.fault.${reason}`
      : "notices.fault.other";
  return t(key, { ...placeValues(country), field: name, max: maxLengths[field] });
}

function fieldName(field: Exclude<CheckoutField, "terms">, country: string, t: Translate): string {
  if (field === "state") return stateLabel(country, t);
  return field === "postcode" ? postcodeLabel(country, t) : t(`checkout.${field}`);
}
