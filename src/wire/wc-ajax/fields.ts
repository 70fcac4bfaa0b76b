import type { FastifyRequest } from "fastify";
import { accountField } from "#http/visit/refused-form.ts";
import { visibleText } from "#shop/accounts/profile/line-text.rules.ts";

/** Fields of a request by name, as they came: hostile until read by one of the functions here. */
export type Fields = Readonly<Record<string, unknown>>;

/** Query and form fields of a request; the form wins, as the protocol's servers have it. */
export function fieldsOf(request: FastifyRequest): Fields {
  const body = typeof request.body === "object" && request.body !== null ? request.body : {};
  return { ...(request.query as object), ...body };
}

/**
 * What is cut out of every text: the marks that turn the direction of what stands beside them, by which a name could rearrange
 * the line that it is shown in.
 */
const unwelcome = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * NUL and lone surrogates, which no database takes. Each is read as the mark of what could not be read, which no field takes:
 * without them the text would be another one, such as somebody else's address.
 */
const unreadable = /\0|\p{Cs}/gu;

/** A field as text, without what is unwelcome in any; of several the last; "" when there is none. */
export function textOf(fields: Fields, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  const text = typeof last === "number" ? String(last) : last;
  return typeof text === "string" ? cut(text.replace(unwelcome, "").replace(unreadable, "\ufffd"), 10_000) : "";
}

/** A field of one line, without the spaces around it; "" when nothing in it can be seen. */
export function lineOf(fields: Fields, name: string): string {
  return visibleText(textOf(fields, name));
}

/** The fields of a form that was sent, url-encoded again, as one field. */
export function fieldsWithin(fields: Fields, name: string): Fields {
  return Object.fromEntries(new URLSearchParams(textOf(fields, name)));
}

/** The first `most` characters, none of them halved: a text of the database must be whole. */
export function cut(text: string, most: number): string {
  return text.length <= most
    ? text
    : Array.from(text.slice(0, 2 * most))
        .slice(0, most)
        .join("");
}

/** Whether a field was sent at all. */
export function hasField(fields: Fields, name: string): boolean {
  return Object.hasOwn(fields, name);
}

/** The longest value (in characters) that is kept of a form to be sent again: longer than any that a form of ours takes. */
export const longestKept = 300;

/** A field as an id; undefined when it is none. */
export function idOf(fields: Fields, name: string): number | undefined {
  const text = textOf(fields, name).trim();
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** Whether the form says that it was shown to somebody else than who is signed in; null: nobody is. */
export function isOfAnother(fields: Fields, userId: number | null): boolean {
  return hasField(fields, accountField) && idOf(fields, accountField) !== userId;
}

/**
 * A quantity as forms send it, fractions cut off and beyond what can be counted the most that can; null when the field was
 * left out or empty, NaN when it is no number.
 */
export function quantityOf(fields: Fields, name: string): number | null {
  const text = textOf(fields, name).trim();
  if (text === "") return null;
  return /^-?\d+(?:\.\d*)?$/.test(text) ? Math.min(Math.trunc(Number(text)), Number.MAX_SAFE_INTEGER) : Number.NaN;
}

/** The mark of a call that may be made again, a UUID; null when there is none. */
export function attemptOf(fields: Fields): string | null {
  const text = textOf(fields, "chowk_attempt").toLowerCase();
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : null;
}

/** The fields `attribute_{slug}` by slug. */
export function attributesOf(fields: Fields): Record<string, string> {
  const names = Object.keys(fields).filter((name) => name.startsWith("attribute_"));
  return Object.fromEntries(names.map((name) => [name.slice("attribute_".length), textOf(fields, name)]));
}

/** The fields `quantity[{id}]` of a group by member id; at most 200, more than any group has. What was left empty is 0. */
export function memberQuantitiesOf(fields: Fields): Map<number, number> {
  const members = Object.keys(fields).flatMap((name) => {
    const id = /^quantity\[([1-9]\d{0,14})\]$/.exec(name)?.[1];
    return id === undefined ? [] : [[Number(id), quantityOf(fields, name) ?? 0] as const];
  });
  return new Map(members.slice(0, 200));
}
