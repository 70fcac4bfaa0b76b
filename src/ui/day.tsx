import { useLocale } from "./locale.tsx";

/** Creating a format is expensive, so one is cached for each language and time zone. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(lang: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${lang} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  const region = lang === "en" ? "en-GB" : lang;
  const format = new Intl.DateTimeFormat(region, { day: "numeric", month: "long", year: "numeric", timeZone });
  formats.set(key, format);
  return format;
}

/** Returns a date such as "12 November 2026" in a time zone (IANA name). */
export function formatDay(date: Date, lang: string, timeZone: string): string {
  return formatOf(lang, timeZone).format(date);
}

/** Renders a date in the page's language and the shop's time zone. */
export function Day({ date }: { date: Date }) {
  const { lang, timeZone } = useLocale();
  return <time dateTime={date.toISOString()}>{formatDay(date, lang, timeZone)}</time>;
}
