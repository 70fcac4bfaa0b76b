import { useLocale } from "#ui/locale.tsx";

/** How days are written in a language: day before month in English too. */
export const dateLanguage = (lang: string) => (lang === "en" ? "en-GB" : lang);

/** The day of an order in the shop's time zone (IANA name). */
export function OrderDate({ date, timeZone }: { date: Date; timeZone: string }) {
  const { lang } = useLocale();
  const format = new Intl.DateTimeFormat(dateLanguage(lang), { dateStyle: "long", timeZone });
  return <time dateTime={date.toISOString()}>{format.format(date)}</time>;
}
