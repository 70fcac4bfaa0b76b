import { isEmail } from "../../accounts/profile/account-fields.rules.ts";
import { hasUnfit } from "../../accounts/profile/line-text.rules.ts";
import { isPhone } from "../../accounts/profile/phone.rules.ts";
import { formatOf, isListedState, isPostcode } from "../../delivery/address-formats.rules.ts";
import type { Address } from "../order.ts";

/** What a buyer fills in at the checkout. */
export interface CheckoutForm {
  billing: Address;
  /** null: it goes to the billing address. */
  shipping: Address | null;
  note: string;
  /** Whether the shop's terms were accepted. */
  acceptsTerms?: boolean | undefined;
  /** Whether an account is asked for with the order. */
  asksAccount?: boolean | undefined;
}

export type CheckoutField = keyof Address | "note" | "terms";
/** `countryless`: a phone number that only its own country can dial, of a country other than Pakistan. */
export type FaultReason = "required" | "invalid" | "too_long" | "characters" | "undelivered" | "countryless";

/** How an order comes to its buyer: a courier brings it, he fetches it, or it goes by mail. */
export type Handover = "courier" | "pickup" | "download";

/** One thing wrong with the form. */
export interface CheckoutFault {
  part: "billing" | "shipping" | "order";
  field: CheckoutField;
  reason: FaultReason;
}

/** What must be filled in. A receipt by mail is an offer, not a condition: the courier needs name, phone and address. */
const requiredForParcels: readonly (keyof Address)[] = ["firstName", "phone", "country", "address1", "city"];

/** Where nothing is carried anywhere there is no address: what was bought goes by mail. */
const requiredForDownloads: readonly (keyof Address)[] = ["firstName", "phone", "email"];

/** Who fetches it himself needs no address. */
const requiredForPickup: readonly (keyof Address)[] = ["firstName", "phone"];

/** What must be filled in of an address in `country`. */
export function requiredFields(handover: Handover, country: string): readonly (keyof Address)[] {
  if (handover === "download") return requiredForDownloads;
  if (handover === "pickup") return requiredForPickup;
  const format = formatOf(country);
  const own = (["state", "postcode"] as const).filter((field) => format[field] === "required");
  return [...requiredForParcels, ...own];
}

/** The most characters that a field takes; in the order of the page. */
export const longest: Readonly<Record<keyof Address | "note", number>> = {
  // The page asks for the whole name in it.
  firstName: 120,
  lastName: 60,
  company: 100,
  phone: 30,
  email: 254,
  country: 2,
  address1: 200,
  address2: 200,
  city: 80,
  state: 40,
  postcode: 12,
  note: 1000,
};

const addressFields = (Object.keys(longest) as (keyof typeof longest)[]).filter((field) => field !== "note");
const fieldsInOrder: readonly CheckoutField[] = [...addressFields, "note", "terms"];

/**
 * Everything wrong with the form, in the order of the fields; empty when it may be sent. Values are trimmed, and places settled,
 * before.
 * @param countries those that are delivered to
 */
export function checkoutFaults(form: CheckoutForm, handover: Handover, countries: readonly string[]): CheckoutFault[] {
  const faultsOf = (part: "billing" | "shipping", address: Address) => {
    const required = requiredFields(handover, address.country).filter(
      (field) => part === "billing" || field !== "phone",
    );
    const asked = part === "billing" && form.asksAccount ? [...required, "email" as const] : required;
    return addressFaults(part, address, asked, countries);
  };
  const billing = faultsOf("billing", form.billing);
  const shipping = form.shipping && handover === "courier" ? faultsOf("shipping", form.shipping) : [];
  const reason = textFault("note", form.note, hasUnfit(form.note.replace(/[\n\t]/g, "")));
  const order: CheckoutFault[] = reason ? [{ part: "order", field: "note", reason }] : [];
  return [...billing, ...shipping, ...order];
}

/** Faults as a refusal carries them in its details: the reason by `part.field`. */
export function faultDetails(faults: readonly CheckoutFault[]): Record<string, FaultReason> {
  return Object.fromEntries(faults.map(({ part, field, reason }) => [`${part}.${field}`, reason]));
}

/** Part by part, as the fields stand on the page. */
export function inPageOrder(faults: readonly CheckoutFault[]): CheckoutFault[] {
  const parts = ["billing", "shipping", "order"];
  const place = ({ part, field }: CheckoutFault) => parts.indexOf(part) * 100 + fieldsInOrder.indexOf(field);
  return [...faults].sort((one, other) => place(one) - place(other));
}

function addressFaults(
  part: "billing" | "shipping",
  address: Address,
  required: readonly (keyof Address)[],
  countries: readonly string[],
): CheckoutFault[] {
  return addressFields.flatMap((field) => {
    const value = address[field];
    const reason =
      value === "" ? (required.includes(field) ? "required" : undefined) : fieldFault(field, address, countries);
    return reason ? [{ part, field, reason }] : [];
  });
}

function fieldFault(field: keyof Address, address: Address, countries: readonly string[]): FaultReason | undefined {
  const value = address[field];
  const reason = lineFault(field, value);
  if (reason) return reason;
  if (field === "country") return countries.includes(value) ? undefined : "invalid";
  return isWellFormed(field, value, address.country) ? undefined : "invalid";
}

/** Why a text cannot stand in a field of one line; undefined: it can. */
export function lineFault(field: keyof Address, value: string): FaultReason | undefined {
  return textFault(field, value, hasUnfit(value));
}

function textFault(field: keyof typeof longest, value: string, isUnfit: boolean): FaultReason | undefined {
  if (isUnfit) return "characters";
  return Array.from(value).length > longest[field] ? "too_long" : undefined;
}

function isWellFormed(field: keyof Address, value: string, country: string): boolean {
  switch (field) {
    case "email":
      return isEmail(value);
    case "phone":
      return isPhone(value);
    case "state":
      return isListedState(country, value);
    case "postcode":
      return isPostcode(country, value);
    default:
      return true;
  }
}
