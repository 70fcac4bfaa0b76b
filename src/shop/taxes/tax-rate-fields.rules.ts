import { parseDecimal } from "#platform/money.ts";
import { isCountry, isState } from "../delivery/countries.rules.ts";
import { readCity } from "../delivery/place.rules.ts";
import { type PlacedRate, taxClassKey } from "./tax-place.rules.ts";

/** The fields of a new rate as typed; missing or empty ones mean any. */
export interface TaxRateFields {
  label: string;
  /** "17" or "8.25". */
  percent: string;
  country?: string | undefined;
  state?: string | undefined;
  city?: string | undefined;
  taxClass?: string | undefined;
  coversCharges: boolean;
}

/** Millionths are percent with four decimals. */
const perMillions = { code: "", symbol: "", minorUnit: 4 };
const maxPerMillion = 1_000_000;

/** Reads the fields of a new rate. @returns the rate, or the name of the first invalid field */
export function readTaxRate(fields: TaxRateFields): Omit<PlacedRate, "id"> | { wrong: keyof TaxRateFields } {
  const label = fields.label.trim();
  const perMillion = parseDecimal(fields.percent, perMillions);
  const country = (fields.country ?? "").trim().toUpperCase();
  const state = (fields.state ?? "").trim().toUpperCase();
  const [city, taxClass] = [readCity(fields.city ?? ""), taxClassKey(fields.taxClass ?? "")];
  if (!isName(label)) return { wrong: "label" };
  if (perMillion === undefined || perMillion > maxPerMillion) return { wrong: "percent" };
  if (country !== "" && !isCountry(country)) return { wrong: "country" };
  if (state !== "" && !isState(country, state)) return { wrong: "state" };
  if (city === undefined || (city !== "" && country === "")) return { wrong: "city" };
  if (taxClass !== "" && !isName(taxClass)) return { wrong: "taxClass" };
  return { label, perMillion, country, state, city, taxClass, coversCharges: fields.coversCharges };
}

/** Returns whether a text is short and visible. */
function isName(text: string): boolean {
  return text !== "" && text.length <= 60 && !/\p{C}/u.test(text);
}
