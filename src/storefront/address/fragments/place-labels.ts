import type { MessageValues, Translate } from "#messages/catalogue.ts";
import { formatOf } from "#shop/delivery/address-formats.rules.ts";
import { countryName } from "#shop/delivery/country-name.rules.ts";
import { stateName, statesOf } from "#shop/delivery/states.rules.ts";

/** Returns the label of the state field in a country, such as "Province". */
export function stateLabel(country: string, t: Translate): string {
  return t(`checkout.state.${formatOf(country).stateWord}`);
}

/** Returns the label of the postcode field in a country, such as "ZIP code". */
export function postcodeLabel(country: string, t: Translate): string {
  return t(`checkout.postcode.${formatOf(country).postcodeWord}`);
}

/** Returns the message arguments that depend on a country: its words for state and postcode, and a sample postcode. */
export function placeValues(country: string): MessageValues {
  const { stateWord, postcodeWord, example } = formatOf(country);
  return { state: stateWord, how: statesOf(country) ? "listed" : "typed", postcode: postcodeWord, example };
}

/** Returns an address's city, state and postcode in one line, then its country if it is not the store's. */
export function placeLines(
  { city, state, postcode, country }: { city: string; state: string; postcode: string; country: string },
  { storeCountry, lang }: { storeCountry: string; lang: string },
): string[] {
  const place = [city, stateName(country, state), postcode].filter(Boolean).join(", ");
  return country === storeCountry || country === "" ? [place] : [place, countryName(country, lang)];
}
