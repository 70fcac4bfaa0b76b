import { isCountry } from "./countries.rules.ts";

const names = new Map<string, Intl.DisplayNames>();

/** Returns the name of a country (ISO 3166-1 alpha-2) in a language (BCP 47 tag), or the text itself if unknown. */
export function countryName(code: string, lang: string): string {
  if (!isCountry(code)) return code;
  let known = names.get(lang);
  if (!known) names.set(lang, (known = new Intl.DisplayNames(lang, { type: "region" })));
  return known.of(code) ?? code;
}

/** English names that a sentence gives an article, besides those with a common noun such as "Islands". */
const withArticle = new Set(["BS", "CF", "CG", "CD", "GM", "KM", "MV", "PH", "SC"]);
const withNoun = /^(?:United|Isle of) |\b(?:Republic|Islands|Territor(?:y|ies)|Netherlands)$/;

/** Returns the name of a country as a sentence has it: "orders to the United Kingdom". */
export function countryInText(code: string, lang: string): string {
  const name = countryName(code, lang);
  const isEnglish = lang === "en" || lang.startsWith("en-");
  return isEnglish && (withArticle.has(code) || withNoun.test(name)) ? `the ${name}` : name;
}

/** Returns countries with their names: the first stays first, the others sorted by name. */
export function namedCountries(codes: readonly string[], lang: string): { code: string; name: string }[] {
  const [first, ...others] = codes.map((code) => ({ code, name: countryName(code, lang) }));
  return first ? [first, ...others.sort((one, other) => one.name.localeCompare(other.name, lang))] : [];
}
