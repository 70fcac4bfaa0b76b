import type { TaxRate } from "./taxes.rules.ts";

/** Where something is taxed. */
export interface TaxPlace {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** The field's code of a province, for example "PB"; "" where none is known. */
  state: string;
  city: string;
}

/** A tax and where it holds; "" leaves that part of the place open. */
export interface PlacedRate extends TaxRate {
  country: string;
  state: string;
  /** As `cityKey` spells it. */
  city: string;
}

/** How cities are compared: small letters without accents, blanks and marks between words being one blank. */
export function cityKey(city: string): string {
  const plain = city.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/** How classes of products are compared: "Reduced rate" and "reduced-rate" are one; "standard" is "". */
export function taxClassKey(text: string): string {
  const key = text.trim().toLowerCase().replace(/\s+/g, "-");
  return key === "standard" ? "" : key;
}

/** The rates that hold at a place: for each class and label the one that names the place most exactly, in their order. */
export function ratesAt(rates: readonly PlacedRate[], place: TaxPlace): PlacedRate[] {
  if (rates.length === 0) return [];
  const city = cityKey(place.city);
  const best = new Map<string, PlacedRate>();
  for (const rate of rates) {
    if (!holdsAt(rate, place, city)) continue;
    const key = JSON.stringify([rate.taxClass, rate.label]);
    const other = best.get(key);
    if (!other || exactness(rate) > exactness(other)) best.set(key, rate);
  }
  const found = new Set(best.values());
  return rates.filter((rate) => found.has(rate));
}

function holdsAt(rate: PlacedRate, { country, state }: TaxPlace, city: string): boolean {
  const isOpenOr = (own: string, other: string) => own === "" || own === other;
  return isOpenOr(rate.country, country) && isOpenOr(rate.state, state) && isOpenOr(rate.city, city);
}

/** A city says more than a province, a province more than a country. */
function exactness({ country, state, city }: PlacedRate): number {
  return (city === "" ? 0 : 4) + (state === "" ? 0 : 2) + (country === "" ? 0 : 1);
}
