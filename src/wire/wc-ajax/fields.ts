import type { FastifyRequest } from "fastify";
import { accountField } from "#http/visit/refused-form.ts";
import { visibleText } from "#shop/accounts/profile/line-text.rules.ts";

/** Raw fields of a request by name. Untrusted: read them only with the functions below. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns query and form fields; form fields take precedence, as in the protocol. */
export function fieldsOf(request: FastifyRequest): Fields {
  const query = request.query as Fields;
  const body = typeof request.body === "object" && request.body !== null ? (request.body as Fields) : {};
  // A copy of a form with hundreds of fields costs as much as reading it.
  return Object.keys(query).length === 0 ? body : { ...query, ...body };
}

/** Bidirectional control characters, removed from every text: they could reorder the line that a name is shown in. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * NUL and lone surrogates, which PostgreSQL refuses. They become U+FFFD, which no field accepts; removing them could turn the
 * text into another valid one, such as somebody else's address.
 */
const invalidCharacters = /\0|\p{Cs}/gu;

/** Returns a field as cleaned text of at most 10,000 characters; the last value if repeated; "" if missing. */
export function textOf(fields: Fields, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  const text = typeof last === "number" ? String(last) : last;
  return typeof text === "string"
    ? cut(text.replace(bidiControls, "").replace(invalidCharacters, "\ufffd"), 10_000)
    : "";
}

/** Returns a single-line field, trimmed; "" if it contains no visible character. */
export function lineOf(fields: Fields, name: string): string {
  return visibleText(textOf(fields, name));
}

/** Returns the fields of a url-encoded form that was sent as one field. */
export function fieldsWithin(fields: Fields, name: string): Fields {
  return Object.fromEntries(new URLSearchParams(textOf(fields, name)));
}

/** Returns the first `maxLength` UTF-16 units of a text, or code points if that would split a surrogate pair. */
export function cut(text: string, maxLength: number): string {
  return text.length <= maxLength
    ? text
    : Array.from(text.slice(0, 2 * maxLength))
        .slice(0, maxLength)
        .join("");
}

/** Returns whether a field was sent. */
export function hasField(fields: Fields, name: string): boolean {
  return Object.hasOwn(fields, name);
}

/** Maximum length (characters) of a saved form value; longer than any field accepts. */
export const maxSavedLength = 300;

/** Returns a field as an id (a positive integer); undefined if it is not one. */
export function idOf(fields: Fields, name: string): number | undefined {
  const text = textOf(fields, name).trim();
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** Returns whether the form's page was shown to another user. @param userId the signed-in user, null for a guest */
export function isOfOtherUser(fields: Fields, userId: number | null): boolean {
  return hasField(fields, accountField) && idOf(fields, accountField) !== userId;
}

/** Returns a quantity, truncated to an integer and to MAX_SAFE_INTEGER; null if missing or empty, NaN if not a number. */
export function quantityOf(fields: Fields, name: string): number | null {
  const text = textOf(fields, name).trim();
  if (text === "") return null;
  return /^-?\d+(?:\.\d*)?$/.test(text) ? Math.min(Math.trunc(Number(text)), Number.MAX_SAFE_INTEGER) : Number.NaN;
}

/** Returns the request's idempotency key, a UUID; null if missing or malformed. */
export function attemptOf(fields: Fields): string | null {
  const text = textOf(fields, "chowk_attempt").toLowerCase();
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : null;
}

/** Returns the fields `attribute_{slug}` by slug. */
export function attributesOf(fields: Fields): Record<string, string> {
  const names = Object.keys(fields).filter((name) => name.startsWith("attribute_"));
  return Object.fromEntries(names.map((name) => [name.slice("attribute_".length), textOf(fields, name)]));
}

/** Returns the fields `quantity[{id}]` of a grouped product by member id, at most 200 (no group has more). Empty means 0. */
export function memberQuantitiesOf(fields: Fields): Map<number, number> {
  const members = Object.keys(fields).flatMap((name) => {
    const id = /^quantity\[([1-9]\d{0,14})\]$/.exec(name)?.[1];
    return id === undefined ? [] : [[Number(id), quantityOf(fields, name) ?? 0] as const];
  });
  return new Map(members.slice(0, 200));
}
