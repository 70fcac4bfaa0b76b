import { type Amount, type Currency, parseDecimal } from "#platform/money.ts";
import { classKey } from "../catalogue/variations/class-key.rules.ts";
import { isCountry, isState } from "./countries.rules.ts";
import type { Days, DeliveryMethod } from "./delivery.ts";
import { maxDeliveryPrice } from "./offers.rules.ts";
import { type Place, readCity } from "./place.rules.ts";

/** The fields of a method as typed; missing ones stay as they are. "none" removes a limit or a delivery time. */
export interface MethodFields {
  title?: string | undefined;
  /** Amounts in the store's currency. */
  price?: string | undefined;
  perItem?: string | undefined;
  perKilogram?: string | undefined;
  freeFrom?: string | undefined;
  /** "1.5": kilograms included in the price. */
  included?: string | undefined;
  /** "bulky=500,fragile=200", or "none". */
  classes?: string | undefined;
  /** "2-3" or "2". */
  days?: string | undefined;
}

/** The defaults of a new method. */
export const plainMethod = {
  title: "",
  isEnabled: true,
  price: 0,
  perItem: 0,
  perKilogram: 0,
  includedGrams: 0,
  classPrices: [],
  freeFrom: null,
  days: null,
} as const satisfies Omit<DeliveryMethod, "id" | "kind">;

type Changes = Omit<DeliveryMethod, "id" | "kind" | "isEnabled">;

/** Applies typed fields to a method. @returns the method, or the name of the first invalid field */
export function readMethod<Method extends Omit<DeliveryMethod, "id">>(
  before: Method,
  fields: MethodFields,
  currency: Currency,
): Method | { wrong: keyof MethodFields } {
  const read: { [Field in keyof MethodFields]-?: Partial<Changes> | undefined } = {
    title: given(fields.title, (text) => titleOf(text), "title"),
    price: given(fields.price, (text) => amountOf(text, currency), "price"),
    perItem: given(fields.perItem, (text) => amountOf(text, currency), "perItem"),
    perKilogram: given(fields.perKilogram, (text) => amountOf(text, currency), "perKilogram"),
    freeFrom: given(
      fields.freeFrom,
      orNone((text) => amountOf(text, currency)),
      "freeFrom",
    ),
    included: given(fields.included, (text) => gramsOf(text), "includedGrams"),
    classes: given(fields.classes, (text) => classPricesOf(text, currency), "classPrices"),
    days: given(fields.days, orNone(daysOf), "days"),
  };
  const method = Object.assign({}, before, ...Object.values(read)) as Method;
  const wrong = (Object.keys(read) as (keyof MethodFields)[]).find((name) => read[name] === undefined);
  return wrong ? { wrong } : fitting(method);
}

/** Enforces that a free method has no price, and that pickup has no minimum spend. */
function fitting<Method extends Omit<DeliveryMethod, "id">>(method: Method): Method | { wrong: keyof MethodFields } {
  const { kind, title, price, perItem, perKilogram, classPrices, freeFrom } = method;
  if (title === "") return { wrong: "title" };
  if (kind === "local_pickup" && freeFrom !== null) return { wrong: "freeFrom" };
  if (kind !== "free_shipping") return method;
  if (price > 0) return { wrong: "price" };
  if (perItem > 0) return { wrong: "perItem" };
  if (perKilogram > 0) return { wrong: "perKilogram" };
  return classPrices.length > 0 ? { wrong: "classes" } : method;
}

/** Returns no change for missing input; undefined if it is invalid. */
function given<Name extends keyof Changes>(
  text: string | undefined,
  read: (text: string) => Changes[Name] | undefined,
  name: Name,
): Partial<Changes> | undefined {
  if (text === undefined) return {};
  const value = read(text.trim());
  return value === undefined ? undefined : { [name]: value };
}

function orNone<Value>(read: (text: string) => Value | undefined): (text: string) => Value | null | undefined {
  return (text) => (text === "none" ? null : read(text));
}

function titleOf(text: string): string | undefined {
  return text !== "" && text.length <= 100 && !/\p{Cc}|\p{Cs}/u.test(text) ? text : undefined;
}

function amountOf(text: string, currency: Currency): Amount | undefined {
  const value = parseDecimal(text, currency);
  return value !== undefined && value <= maxDeliveryPrice ? value : undefined;
}

function gramsOf(text: string): number | undefined {
  const [, whole, part = ""] = /^(\d{1,6})(?:\.(\d{1,3}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : Number(whole) * 1000 + Number(part.padEnd(3, "0"));
}

function classPricesOf(text: string, currency: Currency): DeliveryMethod["classPrices"] | undefined {
  if (text === "none") return [];
  const pairs = text.split(",").map((pair) => {
    const [shippingClass = "", price = ""] = pair.split("=").map((part) => part.trim());
    return { shippingClass: classKey(shippingClass), price: amountOf(price, currency) };
  });
  const names = new Set(pairs.map(({ shippingClass }) => shippingClass));
  const isRead = pairs.every(({ shippingClass, price }) => titleOf(shippingClass) && price !== undefined);
  return isRead && names.size === pairs.length ? (pairs as { shippingClass: string; price: Amount }[]) : undefined;
}

function daysOf(text: string): Days | undefined {
  const [, first, second] = /^(\d{1,3})(?:-(\d{1,3}))?$/.exec(text) ?? [];
  if (first === undefined) return undefined;
  const [min, max] = [Number(first), Number(second ?? first)];
  return min <= max && max <= 365 ? { min, max } : undefined;
}

/**
 * Parses the places of a zone: "PK, PK:SD, PK:PB:Lahore, PK::Karachi, AE" are a country, a province, and cities with
 * and without a province; "" is none. @returns the places, or the first that is invalid or repeated
 */
export function readPlaces(text: string): Place[] | { wrong: string } | { twice: string } {
  const parts = text.split(",").map((part) => part.trim());
  const places: Place[] = [];
  for (const part of parts.filter((one) => one !== "")) {
    const [country = "", state = "", typed = "", ...more] = part.split(":").map((one) => one.trim());
    const city = readCity(typed);
    const isKnown = isCountry(country) && (state === "" || isState(country, state)) && more.length === 0;
    if (!isKnown || city === undefined) return { wrong: part };
    const isThere = places.some((one) => one.country === country && one.state === state && one.city === city);
    if (isThere) return { twice: part };
    places.push({ country, state, city });
  }
  return places;
}
