import type { Translate } from "#messages/catalogue.ts";
import { formatBusinessDays } from "./business-days.ts";

interface DeliveryTime {
  days: { min: number; max: number };
  /** The promised calendar days, such as "2026-11-26"; null: none. */
  arrival: { from: string; to: string } | null;
}

interface Language {
  lang: string;
  t: Translate;
}

/** Returns a delivery time, such as "2-3 business days" or, with promised dates, "2-3 business days, Thu 26 – Fri 27 Nov". */
export function formatDeliveryTime({ days, arrival }: DeliveryTime, { lang, t }: Language): string {
  const text = formatBusinessDays(days, t);
  return arrival ? t("shell.daysDated", { days: text, dates: formatDates(arrival, lang) }) : text;
}

/** Returns promised dates, such as "Thu 26 – Fri 27 Nov". */
export function formatDates({ from, to }: { from: string; to: string }, lang: string): string {
  const region = lang === "en" ? "en-GB" : lang;
  // Without line breaks in a date.
  const write = (day: string, options: Intl.DateTimeFormatOptions = {}) =>
    new Intl.DateTimeFormat(region, { weekday: "short", day: "numeric", ...options, timeZone: "UTC" })
      .format(new Date(`${day}T00:00:00Z`))
      .replaceAll(" ", "\u00a0");
  const last = write(to, { month: "short" });
  if (from === to) return last;
  const isSameMonth = from.slice(0, 7) === to.slice(0, 7);
  return `${write(from, isSameMonth ? {} : { month: "short" })} – ${last}`;
}
