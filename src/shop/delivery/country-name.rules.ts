import { isCountry } from "./countries.rules.ts";

const names = new Map<string, Intl.DisplayNames>();

/** Returns the name of a country (ISO 3166-1 alpha-2) in a language (BCP 47 tag), or the text itself if unknown. */
export function countryName(code: string, lang: string): string {
  if (!isCountry(code)) return code;
  let known = names.get(lang);
  if (!known) names.set(lang, (known = new Intl.DisplayNames(lang, { type: "region" })));
  return known.of(code) ?? code;
}

/** Returns countries with their names: the first stays first, the others sorted by name. */
export function namedCountries(codes: readonly string[], lang: string): { code: string; name: string }[] {
  const [first, ...others] = codes.map((code) => ({ code, name: countryName(code, lang) }));
  return first ? [first, ...others.sort((one, other) => one.name.localeCompare(other.name, lang))] : [];
}
