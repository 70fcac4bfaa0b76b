import { seenText } from "../accounts/profile/line-text.rules.ts";
import { lineFault } from "../orders/checkout/checkout.rules.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import { isListedState, settledPlace } from "./address-formats.rules.ts";
import { withKnownProvince } from "./cities.rules.ts";

/** Where something goes; a part that was not told is "". */
export interface Destination {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** The code of a province or state, for example "PB". */
  state: string;
  city: string;
  postcode: string;
}

/** What a cart's owner has said of its way; null: not yet. */
export interface DeliveryWish {
  /** What he said, else what his account has saved. */
  destination: Destination | null;
  /** As on the wire, such as "flat_rate:3"; it need not be offered any more. */
  methodId: string | null;
  paymentMethodId: string | null;
}

/** What was said, its place as its country writes it now: an account's address may have been saved when it was written otherwise. */
export function settledWish(wish: DeliveryWish): DeliveryWish {
  return { ...wish, destination: wish.destination && settledPlace(wish.destination) };
}

/** Where a cart goes as far as anybody knows: until its owner says, somewhere in the store's country. */
export function destinationOf(wish: DeliveryWish | null, settings: Settings): Destination {
  return wish?.destination ?? { country: settings.store_country, state: "", city: "", postcode: "" };
}

/**
 * A place as somebody typed it, trimmed and as its country writes it; a part that is too long or holds control characters
 * counts as not told, and so does a state that is none of its country's. A known city tells its province.
 * @param countries those that are delivered to
 * @returns null when its country is none of them: nobody chooses his taxes by naming another
 */
export function readDestination(typed: Readonly<Destination>, countries: readonly string[]): Destination | null {
  const part = (name: keyof Destination) => {
    const text = seenText(typed[name]);
    return lineFault(name, text) ? "" : text;
  };
  const country = part("country").toUpperCase();
  if (!countries.includes(country)) return null;
  const place = settledPlace({ country, state: part("state"), city: part("city"), postcode: part("postcode") });
  return withKnownProvince({ ...place, state: isListedState(country, place.state) ? place.state : "" });
}
