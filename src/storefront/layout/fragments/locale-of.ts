import { translator } from "#messages/translate.ts";
import type { Currency } from "#platform/money.ts";
import type { Locale } from "#ui/locale.tsx";

/** Returns the locale that components render in. */
export function localeOf(language: string, currency: Currency): Locale {
  return { lang: language, dir: "ltr", t: translator(language), currency };
}
