import { useLocale } from "#ui/locale.tsx";

/** Returns the language tag for dates; English dates put the day before the month. */
export const dateLanguage = (lang: string) => (lang === "en" ? "en-GB" : lang);

/** Renders the date of an order in the shop's time zone. */
export function OrderDate({ date }: { date: Date }) {
  const { lang, timeZone } = useLocale();
  const format = new Intl.DateTimeFormat(dateLanguage(lang), { dateStyle: "long", timeZone });
  return <time dateTime={date.toISOString()}>{format.format(date)}</time>;
}
