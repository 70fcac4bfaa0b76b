import { parsePhoneNumberFromString } from "libphonenumber-js";

/**
 * Formats a phone number for display in its country's groups: "+92 300 1234567" for +923001234567. Numbers that are not
 * in international form stay as typed.
 */
export function formatPhone(number: string): string {
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number;
}
