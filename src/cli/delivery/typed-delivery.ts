import type { Currency } from "#platform/money.ts";
import { StartError } from "#platform/start-error.ts";
import type { DeliveryMethod } from "#shop/delivery/delivery.ts";
import { type MethodFields, readMethod, readPlaces } from "#shop/delivery/delivery-fields.rules.ts";
import type { Place } from "#shop/delivery/place.rules.ts";
import { Refusal } from "#shop/refusal.ts";
import type { GivenOptions } from "../command.ts";

/** Option for each field of a method. */
const optionOf = {
  title: "title",
  price: "price",
  perItem: "perItem",
  perKilogram: "perKg",
  included: "includedKg",
  classes: "classes",
  freeFrom: "freeFrom",
  days: "days",
} as const satisfies Record<keyof MethodFields, string>;

/** The options of methods, and those of zones. */
export const methodOptions: readonly string[] = [...Object.values(optionOf), "on", "off"];
export const zoneOptions: readonly string[] = ["places", "name", "position"];

/** Converts an option's property name to its flag: "perKg" to "--per-kg". */
function flagOf(option: string): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Arguments and options after the subcommand. */
interface Given {
  args: readonly string[];
  options: GivenOptions;
}

/** Rejects arguments and options that the subcommand does not accept, which would otherwise be ignored silently. */
export function refuseOthers(asked: string, given: Given, takes: { args: number; options: readonly string[] }): void {
  const extra = given.args.slice(takes.args).find((word) => word !== "");
  if (extra !== undefined)
    throw new StartError(`"${asked}" does not accept "${extra}": put quotes around a name of several words.`);
  const foreign = Object.keys(given.options).find((option) => !takes.options.includes(option));
  if (foreign !== undefined) throw new StartError(`"${asked}" does not accept ${flagOf(foreign)}.`);
}

/** Returns the text of an option, or undefined if it was not given. */
export function textOf(options: GivenOptions, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

/** Validates the name of a zone. */
export function zoneName(text: string): string {
  const name = text.trim();
  if (name !== "" && name.length <= 60 && !/\p{C}/u.test(name) && !isMethodId(name)) return name;
  throw new StartError(
    `"${text}" is not a valid zone name: use 1 to 60 characters that do not look like a method's number.`,
  );
}

/** Parses the places of a zone; "none" is every place that no other zone names. */
export function placesOf(text: string): Place[] {
  const read = text.trim() === "none" ? [] : readPlaces(text);
  if ("wrong" in read)
    throw new StartError(`"${read.wrong}" is not a place: write PK, PK:SD, PK:PB:Lahore, PK::Karachi or AE.`);
  if ("twice" in read) throw new StartError(`"${read.twice}" is listed twice.`);
  return read;
}

/** Parses a zone's position, counted from 1. */
export function positionOf(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new StartError(`"${text}" is not a valid --position: use 1 for the first zone, and so on.`);
}

/** Returns the method with the given options applied. */
export function changedMethod<Method extends Omit<DeliveryMethod, "id">>(
  before: Method,
  options: GivenOptions,
  currency: Currency,
): Method {
  const fields = Object.fromEntries(
    Object.entries(optionOf).map(([field, option]) => [field, textOf(options, option)]),
  );
  const read = readMethod(before, fields, currency);
  if ("wrong" in read) {
    const { [read.wrong]: typed = "" } = fields;
    const option = flagOf(optionOf[read.wrong]);
    throw new StartError(`"${typed}" is not a valid ${option}: use ${takenBy(read.wrong, before.kind, currency)}.`);
  }
  if (options.on && options.off) throw new StartError("--on and --off cannot be combined.");
  return { ...read, isEnabled: options.off ? false : options.on === true || read.isEnabled };
}

/** Describes the values that a field accepts, for the error message. */
function takenBy(field: keyof MethodFields, kind: DeliveryMethod["kind"], currency: Currency): string {
  if ((foreignTo[kind] ?? []).includes(field)) return `nothing, a ${kind} has none`;
  const amount = `an amount from 0 with at most ${currency.minorUnit} decimals`;
  const taken: Record<keyof MethodFields, string> = {
    title: "1 to 100 visible characters",
    price: amount,
    perItem: amount,
    perKilogram: amount,
    included: "kilograms with at most three decimals, such as 1.5",
    classes: "each class once with its amount, such as bulky=500,fragile=200, or none",
    freeFrom: `${amount}, or none`,
    days: "business days up to 365, such as 2-3 or 1, or none",
  };
  return taken[field];
}

/** Fields that a kind does not have: free shipping has no price, and pickup is free only if its price is 0. */
const foreignTo: Partial<Record<DeliveryMethod["kind"], (keyof MethodFields)[]>> = {
  free_shipping: ["price", "perItem", "perKilogram", "classes"],
  local_pickup: ["freeFrom"],
};

/** Requires a price for flat_rate; 0 is allowed. */
export function refusePriceless(
  { kind, classPrices }: Pick<DeliveryMethod, "kind" | "classPrices">,
  options: GivenOptions,
): void {
  const hasPrice = ["price", "perItem", "perKg"].some((option) => textOf(options, option) !== undefined);
  if (kind !== "flat_rate" || hasPrice || classPrices.length > 0) return;
  throw new StartError('A flat_rate needs a price: add --price ("--price 0" if it is free).');
}

/** "7", or "flat_rate:7" as in WooCommerce's protocol. */
const methodId = /^(?:(flat_rate|free_shipping|local_pickup):)?(\d+)$/;

/** Returns whether a text can only be a method's number. */
export function isMethodId(text: string): boolean {
  return methodId.test(text);
}

/** Parses the number of a method, and its kind if given. */
export function methodIdOf(text: string): { kind: string | undefined; id: number } {
  const [, kind, digits = ""] = methodId.exec(text) ?? [];
  if (!/^[1-9]\d{0,14}$/.test(digits))
    throw new StartError(`"${text}" is not a method's number: "delivery list" shows them.`);
  return { kind, id: Number(digits) };
}

/** Rejects a number whose given kind is not the method's. */
export function refuseKind(kind: string | undefined, method: DeliveryMethod): void {
  if (kind !== undefined && kind !== method.kind) throw new Refusal("delivery_method_unknown", { id: method.id });
}
