/** Letters of PHP's date formats, for a date in UTC. */
const letters: Readonly<Record<string, (date: Date, locale: string) => string | number>> = {
  d: (date) => two(date.getUTCDate()),
  j: (date) => date.getUTCDate(),
  D: (date, locale) => named(date, locale, { weekday: "short" }),
  l: (date, locale) => named(date, locale, { weekday: "long" }),
  N: (date) => date.getUTCDay() || 7,
  w: (date) => date.getUTCDay(),
  S: (date) => ordinalEnding(date.getUTCDate()),
  z: (date) => (date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / dayMs,
  W: (date) => two(isoWeek(date).week),
  o: (date) => isoWeek(date).year,
  m: (date) => two(date.getUTCMonth() + 1),
  n: (date) => date.getUTCMonth() + 1,
  M: (date, locale) => named(date, locale, { month: "short" }),
  F: (date, locale) => named(date, locale, { month: "long" }),
  t: (date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate(),
  L: (date) => (new Date(Date.UTC(date.getUTCFullYear(), 1, 29)).getUTCDate() === 29 ? 1 : 0),
  Y: (date) => String(date.getUTCFullYear()).padStart(4, "0"),
  y: (date) => two(date.getUTCFullYear() % 100),
};

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Formats a date (YYYY-MM-DD) with the date letters of PHP, "j F Y"; a backslash keeps a letter. `locale` is a language tag
 * such as "en-US". Returns the text itself if it is no date.
 */
export function formatDateText(text: string, format: string, locale: string): string {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : Number.NaN);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) return text;
  return format.replace(/\\(.)|([a-zA-Z])/g, (_whole: string, kept: string | undefined, letter: string) => {
    if (kept !== undefined) return kept;
    return Object.hasOwn(letters, letter) ? String(letters[letter]?.(date, locale)) : letter;
  });
}

function named(date: Date, locale: string, part: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { ...part, timeZone: "UTC" }).format(date);
}

function two(count: number): string {
  return String(count).padStart(2, "0");
}

function ordinalEnding(day: number): string {
  if (day > 10 && day < 14) return "th";
  return ["th", "st", "nd", "rd"][day % 10] ?? "th";
}

/** The ISO week is that of its Thursday. */
function isoWeek(date: Date): { year: number; week: number } {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * dayMs);
  const year = thursday.getUTCFullYear();
  return { year, week: Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / dayMs / 7) + 1 };
}
