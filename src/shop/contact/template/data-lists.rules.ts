import { countryCodes } from "../../delivery/countries.rules.ts";
import { namedCountries } from "../../delivery/country-name.rules.ts";
import { statesOf } from "../../delivery/states.rules.ts";
import { type FormTag, isSelectable } from "./form-tag.rules.ts";
import { optionValues } from "./tag-options.rules.ts";

/**
 * Returns the entries of a list for the option `data:`: "countries", sorted in the form's language, or "states.PK", the
 * states of a country in English; undefined if there is no such list. `locale` is a form's: "en_US".
 */
export function dataList(name: string, locale: string): string[] | undefined {
  const language = locale.replace("_", "-");
  if (name === "countries") {
    const sorted = namedCountries(countryCodes, language).map((country) => country.name);
    return sorted.sort((one, other) => one.localeCompare(other, language));
  }
  const [, country] = /^states\.([A-Z]{2})$/i.exec(name) ?? [];
  const states = country && statesOf(country.toUpperCase());
  return states ? [...states.values()] : undefined;
}

/** Adds the entries of the tag's lists to its choices. Other tags stay as they are. */
export function withData(tag: FormTag, locale: string): FormTag {
  const lists = isSelectable(tag) ? optionValues(tag, "data") : [];
  const entries = lists.flatMap((name) => dataList(name, locale) ?? []);
  return entries.length === 0
    ? tag
    : { ...tag, choices: [...tag.choices, ...entries.map((entry) => ({ shown: entry, sent: entry }))] };
}
