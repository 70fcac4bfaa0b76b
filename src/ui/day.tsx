import { useLocale } from "./locale.tsx";

/** Creating a format is expensive, so one is cached for each language. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(lang: string): Intl.DateTimeFormat {
  const known = formats.get(lang);
  if (known) return known;
  const region = lang === "en" ? "en-GB" : lang;
  const format = new Intl.DateTimeFormat(region, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  formats.set(lang, format);
  return format;
}

/** Returns a date such as "12 November 2026", in UTC. */
export function formatDay(date: Date, lang: string): string {
  return formatOf(lang).format(date);
}

/** Renders a date in the page's language. */
export function Day({ date }: { date: Date }) {
  const { lang } = useLocale();
  return <time dateTime={date.toISOString()}>{formatDay(date, lang)}</time>;
}
