import { createContext, useContext } from "react";
import type { Translate } from "#messages/catalogue.ts";
import type { Currency } from "#platform/money.ts";

/** What a component needs to speak the reader's language. Provided once by the document (server) or an island's root. */
export interface Locale {
  /** BCP 47 tag. */
  lang: string;
  dir: "ltr" | "rtl";
  t: Translate;
  currency: Currency;
}

export const LocaleContext = createContext<Locale | null>(null);

/** The locale around a component. @throws when rendered outside a provider: a bug. */
export function useLocale(): Locale {
  const locale = useContext(LocaleContext);
  if (!locale) throw new Error("useLocale outside a LocaleContext");
  return locale;
}
