import { createContext, useContext } from "react";
import type { Translate } from "#messages/catalogue.ts";
import type { Currency } from "#platform/money.ts";

/** Language, currency, time zone and translator of the page. Provided by the document on the server or by an island's root. */
export interface Locale {
  /** BCP 47 tag. */
  lang: string;
  dir: "ltr" | "rtl";
  t: Translate;
  currency: Currency;
  /** IANA name of the shop's time zone, in which dates are written. */
  timeZone: string;
}

export const LocaleContext = createContext<Locale | null>(null);

/** Returns the locale around a component. @throws when rendered outside a provider, which is a bug */
export function useLocale(): Locale {
  const locale = useContext(LocaleContext);
  if (!locale) throw new Error("useLocale outside a LocaleContext");
  return locale;
}
