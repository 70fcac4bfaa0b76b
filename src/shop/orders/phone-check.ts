import { parsePhoneNumberFromString } from "libphonenumber-js";
import { isPhone, normalPhone } from "../accounts/phone.rules.ts";
import { type CheckoutFault, type CheckoutForm, checkoutFaults, type Handover, inPageOrder } from "./checkout.rules.ts";

/** Whether a phone rings at this number: one of Pakistan's as people there write it, or one of another country with "+". */
export function isDialable(text: string): boolean {
  return parsePhoneNumberFromString(normalPhone(text), "PK")?.isValid() ?? false;
}

/** The form with its phone in the international form, "+923001234567" for 0300 1234567, where somebody has that number. */
export function withDialledPhone(form: CheckoutForm): CheckoutForm {
  const number = parsePhoneNumberFromString(normalPhone(form.billing.phone), "PK");
  return number?.isValid() ? { ...form, billing: { ...form.billing, phone: number.number } } : form;
}

/** What `checkoutFaults` finds and, what takes tables that a browser is not asked to load, numbers that do not exist. */
export function serverCheckoutFaults(form: CheckoutForm, handover: Handover): CheckoutFault[] {
  const faults = checkoutFaults(form, handover);
  const { phone } = form.billing;
  if (!isPhone(phone) || isDialable(phone)) return faults;
  const isNoted = faults.some((fault) => fault.part === "billing" && fault.field === "phone");
  return isNoted ? faults : inPageOrder([...faults, { part: "billing", field: "phone", reason: "invalid" }]);
}
