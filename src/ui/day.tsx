import { useLocale } from "./locale.tsx";

/** A day as the reader's language writes it: "12 November 2026". The shop's clock is UTC. */
export function Day({ date }: { date: Date }) {
  const { lang } = useLocale();
  const region = lang === "en" ? "en-GB" : lang;
  const format = new Intl.DateTimeFormat(region, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  return <time dateTime={date.toISOString()}>{format.format(date)}</time>;
}
