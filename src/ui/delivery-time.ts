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

/** Creating a format is expensive, so they are cached for each language: with and without the month. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(lang: string, hasMonth: boolean): Intl.DateTimeFormat {
  const key = `${lang} ${hasMonth}`;
  const known = formats.get(key);
  if (known) return known;
  const region = lang === "en" ? "en-GB" : lang;
  const month = hasMonth ? ({ month: "short" } as const) : {};
  const format = new Intl.DateTimeFormat(region, { weekday: "short", day: "numeric", ...month, timeZone: "UTC" });
  formats.set(key, format);
  return format;
}

/** Returns promised dates, such as "Thu 26 – Fri 27 Nov". */
export function formatDates({ from, to }: { from: string; to: string }, lang: string): string {
  // Without line breaks in a date.
  const write = (day: string, hasMonth: boolean) =>
    formatOf(lang, hasMonth)
      .format(new Date(`${day}T00:00:00Z`))
      .replaceAll(" ", "\u00a0");
  const last = write(to, true);
  if (from === to) return last;
  return `${write(from, from.slice(0, 7) !== to.slice(0, 7))} – ${last}`;
}
