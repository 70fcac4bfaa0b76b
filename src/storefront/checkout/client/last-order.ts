const key = "chowk_address";

const requestKey = "chowk_use_address";

const maxAgeMs = 180 * 24 * 3_600_000;

/** More attributes than a shopper orders in half a year; the last ones are kept. */
const maxChoices = 20;

/** The visible names of chosen options, by the visible name of their attribute. */
export type LastChoices = Readonly<Record<string, string>>;

/** What a guest asked to keep on this device of their last order. */
export interface LastOrder {
  /** When it was stored, in ms since 1970. */
  at: number;
  /** The buyer's details by field. */
  fields: Readonly<Record<string, string>>;
  choices: LastChoices;
}

/** Keeps an order's details for the next one on this device. Choices of earlier orders stay if the phone number is the same. */
export function keepLastOrder(fields: Readonly<Record<string, string>>, choices: LastChoices): void {
  const ofBuyer = Object.fromEntries(Object.entries(fields).filter(([name]) => name.startsWith("billing_")));
  const last = readLastOrder();
  const isSame = ofBuyer.billing_phone !== undefined && last?.fields.billing_phone === ofBuyer.billing_phone;
  const earlier = isSame ? Object.entries(last.choices).filter(([name]) => !Object.hasOwn(choices, name)) : [];
  const kept = Object.fromEntries([...earlier, ...Object.entries(choices)].slice(-maxChoices));
  forgetLastOrder();
  try {
    deviceStore()?.setItem(key, JSON.stringify({ at: Date.now(), fields: ofBuyer, choices: kept }));
  } catch {
    // The storage is full: the next order starts with an empty form.
  }
}

/** Deletes what is kept if it is older than a moment (ms since 1970; default: always). */
export function forgetLastOrder(before = Number.POSITIVE_INFINITY): void {
  const last = storedOrder();
  if (!last || last.at < before) deviceStore()?.removeItem(key);
}

/** Returns what is kept; deletes it if it is too old or malformed. */
export function readLastOrder(): LastOrder | undefined {
  forgetLastOrder(Date.now() - maxAgeMs);
  return storedOrder();
}

function storedOrder(): LastOrder | undefined {
  try {
    const stored = JSON.parse(deviceStore()?.getItem(key) ?? "null") as Partial<LastOrder> | null;
    const { at, fields, choices } = stored ?? {};
    if (typeof at !== "number" || !fields?.billing_first_name?.trim()) return undefined;
    return { at, fields, choices: choices ?? {} };
  } catch {
    // Another script has written to it.
    return undefined;
  }
}

/**
 * Returns the text that fits what is known of the buyer: their first name, and their city if they gave one.
 * @param texts with %name% and %city%
 */
export function nameBuyer({ fields }: LastOrder, texts: { name?: string; nameAndCity?: string }): string {
  const { billing_first_name: name = "", billing_city: city = "" } = fields;
  // The form asks for the whole name in one field.
  const [firstName = ""] = name.trim().split(/\s+/);
  const text = (city === "" ? texts.name : texts.nameAndCity) ?? "";
  return text.replace("%name%", () => firstName).replace("%city%", () => city);
}

/** Makes the checkout that a form of this page leads to fill in the last address. */
export function requestLastAddress(): void {
  window.sessionStorage.setItem(requestKey, window.location.href.replace(/#.*$/, ""));
}

/** Tells whether the form that led here asked for the last address, once. A refused one leads to another page. */
export function takeRequest(): boolean {
  try {
    const page = window.sessionStorage.getItem(requestKey);
    window.sessionStorage.removeItem(requestKey);
    return page === document.referrer && isRedirected();
  } catch {
    // The browser forbids it.
    return false;
  }
}

/** Tells whether this page answers a form; links to it are not redirected. */
function isRedirected(): boolean {
  return performance
    .getEntriesByType("navigation")
    .some((entry) => "redirectCount" in entry && entry.redirectCount !== 0);
}

/** Returns the local storage; undefined if the browser forbids it. */
function deviceStore(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
