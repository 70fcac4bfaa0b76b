/** The settings that decide about the time zone. */
interface ZoneSettings {
  timezone_string: string;
  store_country: string;
}

/** Returns whether `name` is a time zone that dates can be written in. */
export function isTimeZone(name: string): boolean {
  if (formats.has(name)) return true;
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
  return localTime(moment, timeZone).day;
}

/** Returns day and time of a moment in a time zone, as "2026-11-23" and "16:45:41". */
export function localTime(moment: Date, timeZone: string): { day: string; time: string } {
  let format = formats.get(timeZone);
  // The Swedish format is ISO 8601.
  const parts = { dateStyle: "short", timeStyle: "medium", timeZone } as const;
  if (!format) formats.set(timeZone, (format = new Intl.DateTimeFormat("sv-SE", parts)));
  const [day = "", time = ""] = format.format(moment).split(" ");
  return { day, time };
}

/**
 * Returns the moment of a text such as 2026-11-26T10:00:00, in a time zone unless it names its own offset; undefined if there is no
 * such day or time.
 */
export function momentIn(text: string, timeZone: string): Date | undefined {
  const [, day = "", time = "00:00", seconds = ":00", zone = ""] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(text) ?? [];
  const wall = new Date(`${day}T${time}${seconds}Z`);
  // Dates such as 31 February become another day.
  if (Number.isNaN(wall.getTime()) || wall.toISOString().slice(0, 10) !== day) return undefined;
  if (zone !== "") return new Date(`${day}T${time}${seconds}${zone.toUpperCase()}`);
  const offsetAt = (moment: Date) => {
    const local = localTime(moment, timeZone);
    return Date.parse(`${local.day}T${local.time}Z`) - moment.getTime();
  };
  // Once more, because the clock may have changed within the offset.
  const near = new Date(wall.getTime() - offsetAt(wall));
  return new Date(wall.getTime() - offsetAt(near));
}

/** Returns when the day of a moment ends in a time zone; an hour earlier or later on the days that change the clock. */
export function endOfDay(moment: Date, timeZone: string): Date {
  const [hours = 0, minutes = 0, seconds = 0] = localTime(moment, timeZone).time.split(":").map(Number);
  const passedMs = ((hours * 60 + minutes) * 60 + seconds) * 1000 + moment.getMilliseconds();
  return new Date(moment.getTime() + 86_400_000 - passedMs);
}

/** Creating a format takes longer than handling a request; a shop uses one time zone. */
const formats = new Map<string, Intl.DateTimeFormat>();
