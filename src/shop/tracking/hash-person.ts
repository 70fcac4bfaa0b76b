import { hash } from "node:crypto";
import { internationalPhone } from "../accounts/profile/phone.rules.ts";
import type { Address } from "../orders/order.ts";
import type { BrowserIds, HashedPerson } from "./networks/network.rules.ts";

/** What is known of a person; "" if it is not. */
export interface KnownPerson {
  address: Address | null;
  /** The shop's own id of the browser. */
  externalId: string;
  ip: string;
  userAgent: string;
  ids: BrowserIds;
}

const sha256 = (text: string) => hash("sha256", text, "hex");

/** Letters, digits and spaces in lower case. */
const letters = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s]/gu, "")
    .trim();
const withoutSpaces = (text: string) => letters(text).replace(/\s+/g, "");

/**
 * Hashes what is known of a person, each value normalised as the networks document: email and names in lower case, city and
 * postcode without spaces, the phone's digits with the country's code. Empty values are left out.
 */
export function hashPerson({ address, externalId, ip, userAgent, ids }: KnownPerson): HashedPerson {
  const phone = internationalPhone(address?.phone ?? "");
  const isWhole = phone.startsWith("+");
  const normal = {
    email: address?.email.trim().toLowerCase(),
    phone: isWhole ? phone.slice(1) : "",
    e164Phone: isWhole ? phone : "",
    firstName: letters(address?.firstName ?? ""),
    lastName: letters(address?.lastName ?? ""),
    city: withoutSpaces(address?.city ?? ""),
    state: withoutSpaces(address?.state ?? ""),
    postcode: withoutSpaces(address?.postcode ?? ""),
    country: address?.country.toLowerCase(),
    externalId,
  };
  const hashed = Object.entries(normal).flatMap(([name, text]) => (text ? [[name, sha256(text)] as const] : []));
  return { ...Object.fromEntries(hashed), ...(ip && { ip }), ...(userAgent && { userAgent }), ids };
}
