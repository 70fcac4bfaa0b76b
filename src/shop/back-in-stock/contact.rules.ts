import { emailFault, emailKey } from "../accounts/profile/account-fields.rules.ts";
import { internationalPhone, isInternationalPhone } from "../accounts/profile/phone.rules.ts";

/** How somebody is reached: an address in small letters, or a number in international form. */
export type Contact = { kind: "email"; value: string } | { kind: "phone"; value: string };

/** What was typed as a contact; undefined when it is neither an e-mail address nor a phone number. */
export function contactOf(text: string): Contact | undefined {
  if (text.includes("@")) {
    const value = emailKey(text);
    return emailFault(value) === undefined ? { kind: "email", value } : undefined;
  }
  const value = internationalPhone(text);
  return isInternationalPhone(value) ? { kind: "phone", value } : undefined;
}
