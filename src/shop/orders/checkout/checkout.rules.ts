import { isEmail } from "../../accounts/profile/account-fields.rules.ts";
import { isAdvert } from "../../accounts/profile/advert.rules.ts";
import { hasForbiddenCharacters } from "../../accounts/profile/line-text.rules.ts";
import { isPhone } from "../../accounts/profile/phone.rules.ts";
import { formatOf, isListedState, isPostcode } from "../../delivery/address-formats.rules.ts";
import type { Address } from "../order.ts";

/** The fields of the checkout form. */
export interface CheckoutForm {
  billing: Address;
  /** null: the billing address is used. */
  shipping: Address | null;
  note: string;
  /** Whether the terms were accepted. */
  acceptsTerms?: boolean | undefined;
  /** Whether visitors must not be told what was bought. */
  hidesSale?: true;
  /** Hash of the text beside the ticked box that asks for a reminder of the cart. */
  reminderText?: string;
  /** Whether an account is requested with the order. */
  asksAccount?: boolean | undefined;
}

export type CheckoutField = keyof Address | "note" | "terms";
/**
 * `advert`: a link or advertisement in a name or address; `countryless`: a phone number without country code of a country other
 * than Pakistan.
 */
export type FaultReason = "required" | "invalid" | "too_long" | "characters" | "undelivered" | "countryless" | "advert";

/** How the customer receives the order: by courier, by pickup at the store, or by email. */
export type Fulfilment = "courier" | "pickup" | "download";

/** One fault of the form. */
export interface CheckoutFault {
  part: "billing" | "shipping" | "order";
  field: CheckoutField;
  reason: FaultReason;
}

/** Email is optional here: the courier needs name, phone and address. */
const requiredForParcels: readonly (keyof Address)[] = ["firstName", "phone", "country", "address1", "city"];

/** Nothing is shipped: downloads are sent by email, without an address. */
const requiredForDownloads: readonly (keyof Address)[] = ["firstName", "phone", "email"];

/** Pickup needs no address. */
const requiredForPickup: readonly (keyof Address)[] = ["firstName", "phone"];

/** Returns the required fields of an address in `country`. */
export function requiredFields(fulfilment: Fulfilment, country: string): readonly (keyof Address)[] {
  if (fulfilment === "download") return requiredForDownloads;
  if (fulfilment === "pickup") return requiredForPickup;
  const format = formatOf(country);
  const own = (["state", "postcode"] as const).filter((field) => format[field] === "required");
  return [...requiredForParcels, ...own];
}

/** The maximum length of each field in characters; in the order of the page. */
export const maxLengths: Readonly<Record<keyof Address | "note", number>> = {
  // The page asks for the full name in it.
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

/** Fields of free words, which mails repeat. */
const writtenFields: ReadonlySet<keyof typeof maxLengths> = new Set([
  "firstName",
  "lastName",
  "company",
  "address1",
  "address2",
  "city",
  "state",
]);

const addressFields = (Object.keys(maxLengths) as (keyof typeof maxLengths)[]).filter((field) => field !== "note");
const fieldsInOrder: readonly CheckoutField[] = [...addressFields, "note", "terms"];

/**
 * Returns all faults of the form in the order of the fields; empty if it is valid. Values must be trimmed and places
 * normalised.
 * @param countries the countries with delivery
 */
export function checkoutFaults(
  form: CheckoutForm,
  fulfilment: Fulfilment,
  countries: readonly string[],
): CheckoutFault[] {
  const faultsOf = (part: "billing" | "shipping", address: Address) => {
    const required = requiredFields(fulfilment, address.country).filter(
      (field) => part === "billing" || field !== "phone",
    );
    const asked = part === "billing" && form.asksAccount ? [...required, "email" as const] : required;
    return addressFaults(part, address, asked, countries);
  };
  const billing = faultsOf("billing", form.billing);
  const shipping = form.shipping && fulfilment === "courier" ? faultsOf("shipping", form.shipping) : [];
  const reason = textFault("note", form.note, hasForbiddenCharacters(form.note.replace(/[\n\t]/g, "")));
  const order: CheckoutFault[] = reason ? [{ part: "order", field: "note", reason }] : [];
  return [...billing, ...shipping, ...order];
}

/** Returns faults as details of a refusal: the reason by `part.field`. */
export function faultDetails(faults: readonly CheckoutFault[]): Record<string, FaultReason> {
  return Object.fromEntries(faults.map(({ part, field, reason }) => [`${part}.${field}`, reason]));
}

/** Sorts faults part by part, as the fields appear on the page. */
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

/** Returns why a text does not fit a single-line field; undefined if it does. */
export function lineFault(field: keyof Address, value: string): FaultReason | undefined {
  return textFault(field, value, hasForbiddenCharacters(value));
}

function textFault(field: keyof typeof maxLengths, value: string, hasForbidden: boolean): FaultReason | undefined {
  if (hasForbidden) return "characters";
  if (writtenFields.has(field) && isAdvert(value)) return "advert";
  return Array.from(value).length > maxLengths[field] ? "too_long" : undefined;
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
