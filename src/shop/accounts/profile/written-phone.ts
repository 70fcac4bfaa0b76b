import { parsePhoneNumberFromString } from "libphonenumber-js";

/**
 * A phone number as people read it, in groups as its country has them: "+92 300 1234567" for +923001234567. What is not in the
 * international form stays as it was typed.
 */
export function writtenPhone(number: string): string {
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number;
}
