import type { MessageKey, Translate } from "#messages/catalogue.ts";
import { type CheckoutFault, type CheckoutField, longest } from "#shop/orders/checkout/checkout.rules.ts";
import { placeWords, postcodeLabel, stateLabel } from "../../address/fragments/place-words.ts";

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

type FieldFault = Pick<CheckoutFault, "field" | "reason">;

/** What a fault of the checkout is called: in the list of all of them, and beside its field, which stands under its address. */
export interface FaultWords {
  message: string;
  beside: string;
}

/** What is wrong with a field of the checkout, which asks for the whole name in the first one. @param country of the address that it is part of */
export function faultWords({ part, ...fault }: CheckoutFault, country: string, t: Translate): FaultWords {
  const beside = faultSentence(fault, country, { firstName: t("checkout.fullName") }, t);
  return { beside, message: part === "shipping" ? t("notices.fault.delivery", { message: beside }) : beside };
}

/** What is wrong with a field of an address in an account. @param country of the address */
export function faultMessage(fault: FieldFault, country: string, t: Translate): string {
  return faultSentence(fault, country, {}, t);
}

/** A sentence that names the field as its label does. @param labels those that differ from the usual ones */
function faultSentence(
  { field, reason }: FieldFault,
  country: string,
  labels: Partial<Record<CheckoutField, string>>,
  t: Translate,
): string {
  if (field === "terms") return t("notices.fault.terms.required");
  const name = labels[field] ?? fieldName(field, country, t);
  const key: MessageKey = own.has(`${field}.${reason}`)
    ? (`notices.fault.${field}.${reason}` as MessageKey)
    : reason === "too_long" || reason === "characters"
      ? `notices.fault.${reason}`
      : "notices.fault.other";
  return t(key, { ...placeWords(country), field: name, most: longest[field] });
}

function fieldName(field: Exclude<CheckoutField, "terms">, country: string, t: Translate): string {
  if (field === "state") return stateLabel(country, t);
  return field === "postcode" ? postcodeLabel(country, t) : t(`checkout.${field}`);
}
