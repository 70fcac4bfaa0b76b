/** A country, or a part of it; "" means any. */
export interface Place {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** The province's code, for example "PB". */
  state: string;
  /** Compared in the spelling of `cityKey`. */
  city: string;
}

/**
 * Returns the key by which cities are compared: lower case without accents, one space for blanks and marks between
 * words.
 */
export function cityKey(city: string): string {
  const plain = city.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/** The maximum length of a city's key: one typed character can expand to many letters. */
const maxKeyLength = 100;

/** Returns the key of a typed city, "" for none; undefined if it has no letters or is too long. */
export function readCity(typed: string): string | undefined {
  const key = cityKey(typed);
  const isNamed = key !== "" || typed.trim() === "";
  return isNamed && key.length <= maxKeyLength ? key : undefined;
}

/** Returns whether a destination is in `place`. @param destination with its city's key */
export function liesIn({ country, state, city }: Place, destination: Place): boolean {
  const isOpenOr = (own: string, other: string) => own === "" || own === other;
  return (
    isOpenOr(country, destination.country) && isOpenOr(state, destination.state) && isOpenOr(city, destination.city)
  );
}

/**
 * Returns whether a destination may turn out to be in `place` once more of it is known. @param destination with its
 * city's key
 */
export function mayLieIn({ country, state, city }: Place, destination: Place): boolean {
  const mayBe = (own: string, known: string) => own === "" || known === "" || own === known;
  return mayBe(country, destination.country) && mayBe(state, destination.state) && mayBe(city, destination.city);
}

/** Returns how specific a place is: city over province over country. */
export function specificity({ country, state, city }: Place): number {
  return (city === "" ? 0 : 4) + (state === "" ? 0 : 2) + (country === "" ? 0 : 1);
}
