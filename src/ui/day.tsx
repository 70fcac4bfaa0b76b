import { useLocale } from "./locale.tsx";

/** Making a format costs more than a whole card: one is kept for each language. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(lang: string): Intl.DateTimeFormat {
  const known = formats.get(lang);
  if (known) return known;
  const region = lang === "en" ? "en-GB" : lang;
  const format = new Intl.DateTimeFormat(region, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  formats.set(lang, format);
  return format;
}

/** A day as a language writes it: "12 November 2026". The shop's clock is UTC. */
export function formatDay(date: Date, lang: string): string {
  return formatOf(lang).format(date);
}

/** A day as the reader's language writes it. */
export function Day({ date }: { date: Date }) {
  const { lang } = useLocale();
  return <time dateTime={date.toISOString()}>{formatDay(date, lang)}</time>;
}
