import { visibleText } from "../accounts/profile/line-text.rules.ts";
import { lineFault } from "../orders/checkout/checkout.rules.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { isListedState, normalisePlace } from "./address-formats.rules.ts";
import { withKnownProvince } from "./cities.rules.ts";

/** A destination; unknown parts are "". */
export interface Destination {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** The code of a province or state, for example "PB". */
  state: string;
  city: string;
  postcode: string;
}

/** The destination and methods chosen for a cart; null: not chosen yet. */
export interface DeliveryChoice {
  /** The chosen destination, else the account's saved one. */
  destination: Destination | null;
  /** As on the wire, such as "flat_rate:3"; it may no longer be offered. */
  methodId: string | null;
  paymentMethodId: string | null;
}

/** Normalises the destination: an account's address may have been saved under an older format. */
export function normaliseChoice(choice: DeliveryChoice): DeliveryChoice {
  return { ...choice, destination: choice.destination && normalisePlace(choice.destination) };
}

/** Returns a cart's destination; the store's country if none is chosen. */
export function destinationOf(choice: DeliveryChoice | null, settings: Settings): Destination {
  return choice?.destination ?? { country: settings.store_country, state: "", city: "", postcode: "" };
}

/**
 * Reads a typed destination: trims and normalises it. Drops parts that are too long or contain control characters, and
 * states that are not the country's. A known city sets its province.
 * @param countries the countries with delivery
 * @returns null for a country without delivery, so that shoppers cannot choose their taxes by naming one
 */
export function readDestination(typed: Readonly<Destination>, countries: readonly string[]): Destination | null {
  const part = (name: keyof Destination) => {
    const text = visibleText(typed[name]);
    return lineFault(name, text) ? "" : text;
  };
  const country = part("country").toUpperCase();
  if (!countries.includes(country)) return null;
  const place = normalisePlace({ country, state: part("state"), city: part("city"), postcode: part("postcode") });
  return withKnownProvince({ ...place, state: isListedState(country, place.state) ? place.state : "" });
}
