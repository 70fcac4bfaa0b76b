import { emailFault, emailKey } from "../accounts/profile/account-fields.rules.ts";
import { internationalPhone, isInternationalPhone } from "../accounts/profile/phone.rules.ts";

/** A lower-case email address, or a phone number in international form. */
export type Contact = { kind: "email"; value: string } | { kind: "phone"; value: string };

/** Parses a contact; undefined if it is neither an email address nor a phone number. */
export function contactOf(text: string): Contact | undefined {
  if (text.includes("@")) {
    const value = emailKey(text);
    return emailFault(value) === undefined ? { kind: "email", value } : undefined;
  }
  const value = internationalPhone(text);
  return isInternationalPhone(value) ? { kind: "phone", value } : undefined;
}
