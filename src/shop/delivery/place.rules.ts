/** A part of the world; "" leaves that part of it open. */
export interface Place {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** The field's code of a province, for example "PB". */
  state: string;
  /** As `cityKey` spells it where places are compared. */
  city: string;
}

/** How cities are compared: small letters without accents, blanks and marks between words being one blank. */
export function cityKey(city: string): string {
  const plain = city.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/** The most that a city's key takes: one typed character can be many letters. */
const longestKey = 100;

/** The key of a city as a shopkeeper types it, "" for none; undefined when it names nothing or is too long. */
export function readCity(typed: string): string | undefined {
  const key = cityKey(typed);
  const isNamed = key !== "" || typed.trim() === "";
  return isNamed && key.length <= longestKey ? key : undefined;
}

/** Whether a destination lies in `place`. @param destination with its city's key */
export function liesIn({ country, state, city }: Place, destination: Place): boolean {
  const isOpenOr = (own: string, other: string) => own === "" || own === other;
  return (
    isOpenOr(country, destination.country) && isOpenOr(state, destination.state) && isOpenOr(city, destination.city)
  );
}

/** Whether a destination may turn out to lie in `place` once more of it is told. @param destination with its city's key */
export function mayLieIn({ country, state, city }: Place, destination: Place): boolean {
  const mayBe = (own: string, told: string) => own === "" || told === "" || own === told;
  return mayBe(country, destination.country) && mayBe(state, destination.state) && mayBe(city, destination.city);
}

/** How exactly a place is named: a city says more than a province, a province more than a country. */
export function exactness({ country, state, city }: Place): number {
  return (city === "" ? 0 : 4) + (state === "" ? 0 : 2) + (country === "" ? 0 : 1);
}
