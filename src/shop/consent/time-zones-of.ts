/**
 * Zones that browsers and servers call by different names, in either direction. Source: CLDR's canonical names, and the names that
 * IANA's file "backward" links them to.
 */
const twoNames: readonly (readonly [string, string])[] = [
  ["Africa/Asmera", "Africa/Asmara"],
  ["America/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ["America/Catamarca", "America/Argentina/Catamarca"],
  ["America/Coral_Harbour", "America/Atikokan"],
  ["America/Cordoba", "America/Argentina/Cordoba"],
  ["America/Godthab", "America/Nuuk"],
  ["America/Indianapolis", "America/Indiana/Indianapolis"],
  ["America/Jujuy", "America/Argentina/Jujuy"],
  ["America/Louisville", "America/Kentucky/Louisville"],
  ["America/Mendoza", "America/Argentina/Mendoza"],
  ["Asia/Calcutta", "Asia/Kolkata"],
  ["Asia/Katmandu", "Asia/Kathmandu"],
  ["Asia/Rangoon", "Asia/Yangon"],
  ["Asia/Saigon", "Asia/Ho_Chi_Minh"],
  ["Atlantic/Faeroe", "Atlantic/Faroe"],
  ["Europe/Kiev", "Europe/Kyiv"],
  ["Pacific/Enderbury", "Pacific/Kanton"],
  ["Pacific/Ponape", "Pacific/Pohnpei"],
  ["Pacific/Truk", "Pacific/Chuuk"],
];

/** Node 20 has the accessor, later versions the method, TypeScript's library neither. */
type LocaleWithZones = Intl.Locale & { timeZones?: readonly string[]; getTimeZones?(): readonly string[] };

/** Returns the IANA time zones of countries (ISO 3166 codes), under each name that browsers use. */
export function timeZonesOf(countries: readonly string[]): readonly string[] {
  const zones = countries.flatMap((country) => {
    const locale: LocaleWithZones = new Intl.Locale(`und-${country}`);
    return locale.getTimeZones?.() ?? locale.timeZones ?? [];
  });
  const known = new Set(zones);
  return [...new Set([...zones, ...twoNames.filter((names) => names.some((name) => known.has(name))).flat()])];
}
