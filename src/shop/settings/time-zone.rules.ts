/** The settings that decide about the time zone. */
interface ZoneSettings {
  timezone_string: string;
  store_country: string;
}

/** Returns whether `name` is a time zone that dates can be written in. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Returns the IANA name of the shop's time zone: the setting, otherwise Pakistan's for a shop there, otherwise UTC. */
export function timeZoneOf({ timezone_string: name, store_country: country }: ZoneSettings): string {
  if (name !== "" && isTimeZone(name)) return name;
  return country === "PK" ? "Asia/Karachi" : "UTC";
}

/** Returns the day of a moment in a time zone, as YYYY-MM-DD. */
export function dayIn(moment: Date, timeZone: string): string {
  let format = dayFormats.get(timeZone);
  if (!format) dayFormats.set(timeZone, (format = new Intl.DateTimeFormat("sv-SE", { timeZone })));
  return format.format(moment);
}

/** Creating a format takes longer than handling a request; a shop uses one time zone. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();
