import { translator } from "#messages/translate.ts";
import type { Currency } from "#platform/money.ts";
import type { Locale } from "#ui/locale.tsx";

/** How components speak on this site. */
export function localeOf(language: string, currency: Currency): Locale {
  return { lang: language, dir: "ltr", t: translator(language), currency };
}
