import type { MessageValues, Translate } from "#messages/catalogue.ts";
import { formatOf } from "#shop/delivery/address-formats.rules.ts";
import { countryName } from "#shop/delivery/country-name.rules.ts";
import { stateName, statesOf } from "#shop/delivery/states.rules.ts";

/** What people in a country call its states. */
export function stateLabel(country: string, t: Translate): string {
  return t(`checkout.state.${formatOf(country).stateWord}`);
}

/** What people in a country call its postcodes. */
export function postcodeLabel(country: string, t: Translate): string {
  return t(`checkout.postcode.${formatOf(country).postcodeWord}`);
}

/** The states to choose from, first the words that ask for one; undefined where they are typed. */
export function stateOptions(country: string, t: Translate): { value: string; label: string }[] | undefined {
  const states = statesOf(country);
  if (!states) return undefined;
  const ask = { value: "", label: t("checkout.stateChoose", placeWords(country)) };
  return [ask, ...[...states].map(([value, label]) => ({ value, label }))];
}

/** What sentences about the fields of a place say by its country. */
export function placeWords(country: string): MessageValues {
  const { stateWord, postcodeWord, example } = formatOf(country);
  return { state: stateWord, how: statesOf(country) ? "listed" : "typed", postcode: postcodeWord, example };
}

/** City, state and postcode in a line, and the country where it is not the store's. */
export function placeLines(
  { city, state, postcode, country }: { city: string; state: string; postcode: string; country: string },
  { storeCountry, lang }: { storeCountry: string; lang: string },
): string[] {
  const place = [city, stateName(country, state), postcode].filter(Boolean).join(", ");
  return country === storeCountry || country === "" ? [place] : [place, countryName(country, lang)];
}
