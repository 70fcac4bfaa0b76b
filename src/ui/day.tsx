import { useLocale } from "./locale.tsx";

/** Creating a format is expensive, so one is cached for each language, time zone and length. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(lang: string, timeZone: string, hasDay: boolean): Intl.DateTimeFormat {
  const key = `${lang} ${timeZone} ${hasDay}`;
  const known = formats.get(key);
  if (known) return known;
  const region = lang === "en" ? "en-GB" : lang;
  const month = { month: "long", year: "numeric", timeZone } as const;
  const format = new Intl.DateTimeFormat(region, hasDay ? { day: "numeric", ...month } : month);
  formats.set(key, format);
  return format;
}

/** Returns a date such as "12 November 2026" in a time zone (IANA name). */
export function formatDay(date: Date, lang: string, timeZone: string): string {
  return formatOf(lang, timeZone, true).format(date);
}

/** Returns a month such as "November 2026"; months count from 1. */
export function formatMonth({ year, month }: { year: number; month: number }, lang: string): string {
  const date = new Date(0);
  // Date.UTC would read a year below 100 as one of the twentieth century.
  date.setUTCFullYear(year, month - 1, 1);
  return formatOf(lang, "UTC", false).format(date);
}

/** Returns a year as text. */
export function formatYear(year: number, lang: string): string {
  return new Intl.NumberFormat(lang, { useGrouping: false }).format(year);
}

/** Renders a date in the page's language and the shop's time zone. */
export function Day({ date }: { date: Date }) {
  const { lang, timeZone } = useLocale();
  return <time dateTime={date.toISOString()}>{formatDay(date, lang, timeZone)}</time>;
}
