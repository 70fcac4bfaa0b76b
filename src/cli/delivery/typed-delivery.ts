import type { Currency } from "#platform/money.ts";
import { StartError } from "#platform/start-error.ts";
import type { DeliveryMethod } from "#shop/delivery/delivery.ts";
import { type MethodFields, readMethod, readPlaces } from "#shop/delivery/delivery-fields.rules.ts";
import type { Place } from "#shop/delivery/place.rules.ts";
import { Refusal } from "#shop/refusal.ts";
import type { GivenOptions } from "../command.ts";

/** Each field of a method and the option that says it. */
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

/** The options of a method, and those of a zone. */
export const methodOptions: readonly string[] = [...Object.values(optionOf), "on", "off"];
export const zoneOptions: readonly string[] = ["places", "name", "position"];

/** "--per-kg" for "perKg". */
function flagOf(option: string): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** What of a command line stands behind its first word. */
interface Given {
  args: readonly string[];
  options: GivenOptions;
}

/** Refuses words and options that what is asked for does not take: what was meant by them would be lost without a word. */
export function refuseOthers(asked: string, given: Given, takes: { args: number; options: readonly string[] }): void {
  const extra = given.args.slice(takes.args).find((word) => word !== "");
  if (extra !== undefined)
    throw new StartError(`"${asked}" does not take "${extra}": put quotes around a name of several words.`);
  const foreign = Object.keys(given.options).find((option) => !takes.options.includes(option));
  if (foreign !== undefined) throw new StartError(`"${asked}" does not take ${flagOf(foreign)}.`);
}

/** The text of an option, if it was given. */
export function textOf(options: GivenOptions, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

/** The name of a zone, new or old. */
export function zoneName(text: string): string {
  const name = text.trim();
  if (name !== "" && name.length <= 60 && !/\p{C}/u.test(name) && !isMethodId(name)) return name;
  throw new StartError(`"${text}" is no name of a zone: use 1 to 60 characters, and nothing like a method's number.`);
}

/** The places of a zone; "none": what no other zone names. */
export function placesOf(text: string): Place[] {
  const read = text.trim() === "none" ? [] : readPlaces(text);
  if ("wrong" in read)
    throw new StartError(`"${read.wrong}" is no place: write PK, PK:SD, PK:PB:Lahore, PK::Karachi or AE.`);
  if ("twice" in read) throw new StartError(`"${read.twice}" is named twice.`);
  return read;
}

/** Which zone from the top, the first being 1. */
export function positionOf(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new StartError(`"${text}" is not what --position takes: 1 is the first zone, and so on.`);
}

/** The method as it is with what was typed. */
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
    throw new StartError(`"${typed}" is not what ${option} takes here: ${takenBy(read.wrong, before.kind, currency)}.`);
  }
  if (options.on && options.off) throw new StartError("--on and --off cannot be said together.");
  return { ...read, isEnabled: options.off ? false : options.on === true || read.isEnabled };
}

/** What each field takes, for who typed something else. */
function takenBy(field: keyof MethodFields, kind: DeliveryMethod["kind"], currency: Currency): string {
  if ((foreignTo[kind] ?? []).includes(field)) return `nothing, a ${kind} has none`;
  const amount = `an amount from 0 on, with ${currency.minorUnit} decimals at most`;
  const taken: Record<keyof MethodFields, string> = {
    title: "1 to 100 characters that can be seen",
    price: amount,
    perItem: amount,
    perKilogram: amount,
    included: "kilograms, with three decimals at most, such as 1.5",
    classes: "each class once with its amount, such as bulky=500,fragile=200, or none",
    freeFrom: `${amount}, or none`,
    days: "business days up to 365, such as 2-3 or 1, or none",
  };
  return taken[field];
}

/** What is free has no price, and what is fetched is free by its price alone. */
const foreignTo: Partial<Record<DeliveryMethod["kind"], (keyof MethodFields)[]>> = {
  free_shipping: ["price", "perItem", "perKilogram", "classes"],
  local_pickup: ["freeFrom"],
};

/** What a courier asks has to be said; 0 is an answer. */
export function refusePriceless(
  { kind, classPrices }: Pick<DeliveryMethod, "kind" | "classPrices">,
  options: GivenOptions,
): void {
  const isSaid = ["price", "perItem", "perKg"].some((option) => textOf(options, option) !== undefined);
  if (kind !== "flat_rate" || isSaid || classPrices.length > 0) return;
  throw new StartError('A flat_rate has a price: say it with --price, "--price 0" for nothing.');
}

/** "7", or "flat_rate:7" as the wire has it. */
const methodId = /^(?:(flat_rate|free_shipping|local_pickup):)?(\d+)$/;

/** Whether a text can only mean a method. */
export function isMethodId(text: string): boolean {
  return methodId.test(text);
}

/** The number of a method, and its kind where that was said. */
export function methodIdOf(text: string): { kind: string | undefined; id: number } {
  const [, kind, digits = ""] = methodId.exec(text) ?? [];
  if (!/^[1-9]\d{0,14}$/.test(digits))
    throw new StartError(`"${text}" is not a method's number: "delivery list" names them.`);
  return { kind, id: Number(digits) };
}

/** Who names another kind means another method. */
export function refuseKind(kind: string | undefined, method: DeliveryMethod): void {
  if (kind !== undefined && kind !== method.kind) throw new Refusal("delivery_method_unknown", { id: method.id });
}
