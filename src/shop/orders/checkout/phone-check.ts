import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";
import { internationalPhone, isPhone, normalPhone } from "../../accounts/profile/phone.rules.ts";
import type { Address } from "../order.ts";
import {
  type CheckoutFault,
  type CheckoutForm,
  checkoutFaults,
  type Fulfilment,
  inPageOrder,
} from "./checkout.rules.ts";

/** Returns whether a number can be dialled: Pakistani numbers in local form, others with "+" or "00". */
export function isDialable(text: string, country: string): boolean {
  return dialled(text, country) !== undefined;
}

/** Only Pakistani numbers may omit the country code, because the shop calls from there. */
function dialled(text: string, country: string): string | undefined {
  const number = parsePhoneNumberFromString(normalPhone(text), country === "PK" ? "PK" : undefined);
  return number?.isValid() ? number.number : undefined;
}

/** Returns whether `answer` is the order's phone number, in international form or as dialled in the order's country. */
export function isSamePhone(answer: string, { phone, country }: Pick<Address, "phone" | "country">): boolean {
  const known = internationalPhone(phone);
  if (known === "") return false;
  if (internationalPhone(answer) === known) return true;
  return isSupportedCountry(country) && parsePhoneNumberFromString(normalPhone(answer), country)?.number === known;
}

/**
 * Returns the form with its phone in international form, "+923001234567" for 0300 1234567, if such a number can exist.
 */
export function withDialledPhone(form: CheckoutForm): CheckoutForm {
  const phone = dialled(form.billing.phone, form.billing.country);
  return phone === undefined ? form : { ...form, billing: { ...form.billing, phone } };
}

/** Returns the faults of `checkoutFaults` and phone numbers that do not exist, whose tables browsers do not load. */
export function serverCheckoutFaults(
  form: CheckoutForm,
  fulfilment: Fulfilment,
  countries: readonly string[],
): CheckoutFault[] {
  const faults = checkoutFaults(form, fulfilment, countries);
  const { phone, country } = form.billing;
  if (!isPhone(phone) || isDialable(phone, country)) return faults;
  const reason = country === "PK" || normalPhone(phone).startsWith("+") ? "invalid" : "countryless";
  const isNoted = faults.some((fault) => fault.part === "billing" && fault.field === "phone");
  return isNoted ? faults : inPageOrder([...faults, { part: "billing", field: "phone", reason }]);
}
