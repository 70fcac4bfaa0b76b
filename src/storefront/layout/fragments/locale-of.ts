import { translator } from "#messages/translate.ts";
import type { Currency } from "#platform/money.ts";
import type { Locale } from "#ui/locale.tsx";

/** Returns the locale that components render in. @param timeZone IANA name; only needed where dates are shown */
export function localeOf(language: string, currency: Currency, timeZone = "UTC"): Locale {
  return { lang: language, dir: "ltr", t: translator(language), currency, timeZone };
}
