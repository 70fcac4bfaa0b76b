import { eventIdPattern, type Payload } from "./facts.rules.ts";
import type { NetworkEvent } from "./networks/network.rules.ts";
import type { NetworkName } from "./networks/networks.rules.ts";
import { serverEvents } from "./networks/server-events.rules.ts";

/** What a browser reports of an event. Untrusted. */
export interface ReportedEvent {
  name: string;
  eventId: string;
  /** Unix seconds. */
  time: string;
  url: string;
  /** JSON, "null" or "". */
  customData: string;
}

/** A report that can be told to a network. */
export interface BrowserEvent extends NetworkEvent {
  eventId: string;
  /** Unix seconds. */
  time: number;
  url: string;
  /** Why it is not told although it is valid; "" if it is. */
  skipReason: string;
}

/** Oldest event that is believed, in seconds, and how far a browser's clock may be ahead. */
const maxAge = 86_400;
const maxAhead = 60;

/** Bounds of a payload: what the shop's own scripts send is far below. */
const maxKeys = 30;
const maxListed = 50;
const maxText = 200;
const maxNumber = 1_000_000_000_000;

/**
 * Names under which networks count sales, as letters in lower case. Only the shop itself reports those, from its orders: what a browser says about them is
 * dropped, so that nobody can invent, repeat or undo one.
 */
const saleNames: ReadonlySet<string> = new Set([
  "purchase",
  "completepayment",
  "placeanorder",
  "checkout",
  "refund",
  "cancellation",
  "subscribe",
  "starttrial",
]);

/**
 * Returns a reported event, cleaned: known kinds of values of bounded size, no markup, no email addresses, a page of the shop.
 * @returns undefined if its name or id is malformed
 */
export function readBrowserEvent(
  network: NetworkName,
  { name, eventId, time, url, customData }: ReportedEvent,
  { origin, now }: { origin: string; now: Date },
): BrowserEvent | undefined {
  if (!/^[A-Za-z][\w -]{0,39}$/.test(name) || !eventIdPattern.test(eventId)) return undefined;
  const seconds = Math.floor(now.getTime() / 1000);
  const given = /^\d{10}$/.test(time) ? Number(time) : seconds;
  const isBelieved = given > seconds - maxAge && given <= seconds + maxAhead;
  const event = { name, isCustom: false, payload: payloadOf(customData) };
  return {
    ...event,
    eventId,
    time: isBelieved ? given : seconds,
    url: pageOf(url, origin),
    skipReason: skipReason(network, event),
  };
}

/** Returns whether networks count sales under an event's name. */
export function isSaleName(name: string): boolean {
  return saleNames.has(name.toLowerCase().replace(/[^a-z]/g, ""));
}

function skipReason(network: NetworkName, event: NetworkEvent): string {
  if (isSaleName(event.name)) return "the shop reports it from the order";
  const probe = { eventId: "", time: 0, url: "", person: { ids: {} } };
  return serverEvents[network](event, probe) === null ? "the network has no such event" : "";
}

/** Returns the page without its query, if it is one of the shop's; the home page otherwise. */
function pageOf(url: string, origin: string): string {
  const page = URL.canParse(url) ? new URL(url) : null;
  return page?.origin === origin ? (page.origin + page.pathname).slice(0, 500) : `${origin}/`;
}

/** Returns what is kept of a payload. */
function payloadOf(customData: string): Payload {
  const entries = Object.entries(objectIn(customData)).slice(0, maxKeys);
  const kept = entries.flatMap(([key, value]) => {
    const clean = isKey(key) ? cleanValue(value) : undefined;
    return clean === undefined ? [] : [[key, clean] as const];
  });
  const payload: Payload = Object.fromEntries(kept);
  const { currency, value: _value, price: _price, ...others } = payload;
  // Amounts without a currency mean nothing.
  return currency === undefined || isCurrency(currency) ? payload : others;
}

const isKey = (key: string) => /^[a-z]\w{0,39}$/i.test(key);
const isCurrency = (code: unknown) => typeof code === "string" && /^[A-Z]{3}$/.test(code);

function objectIn(json: string): object {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    // Too long and therefore cut, or no JSON at all.
    return {};
  }
}

/** Returns a scalar, a list of scalars, or a list of objects of scalars (contents); undefined for anything else. */
function cleanValue(value: unknown): unknown {
  if (!Array.isArray(value)) return cleanScalar(value);
  return value.slice(0, maxListed).flatMap((one: unknown) => {
    const clean = isObject(one) ? cleanContent(one) : cleanScalar(one);
    return clean === undefined ? [] : [clean];
  });
}

function cleanContent(content: object): Payload {
  const entries = Object.entries(content).slice(0, maxKeys);
  return Object.fromEntries(
    entries.flatMap(([key, value]) => {
      const clean = isKey(key) ? cleanScalar(value) : undefined;
      return clean === undefined ? [] : [[key, clean]];
    }),
  );
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function cleanScalar(value: unknown): string | number | boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return Math.abs(value) <= maxNumber ? value : undefined;
  if (typeof value !== "string") return undefined;
  const text = value
    .replace(/<[^>]*>?/g, "")
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, maxText);
  // Networks forbid addresses of people in payloads.
  return text.includes("@") ? undefined : text;
}
