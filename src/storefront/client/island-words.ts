import type { MessageKey } from "#platform/messages/catalogue.ts";
import type { Locale } from "#ui/locale.tsx";

/** What an island needs to speak the reader's language: finished texts, so that no message compiler reaches the browser. */
export interface IslandWords extends Omit<Locale, "t"> {
  texts: Readonly<Partial<Record<MessageKey, string>>>;
}

/** Takes along the texts of these messages, which have no arguments. */
export function wordsOf(locale: Locale, keys: readonly MessageKey[]): IslandWords {
  const { lang, dir, currency, t } = locale;
  return { lang, dir, currency, texts: Object.fromEntries(keys.map((key) => [key, t(key)])) };
}

/** The locale for the components inside an island. Its translator throws for a text that was not taken along: a bug. */
export function localeOf({ texts, ...rest }: IslandWords): Locale {
  return {
    ...rest,
    t(key) {
      const text = texts[key];
      if (text === undefined) throw new Error(`The island was not given the text ${key}`);
      return text;
    },
  };
}
