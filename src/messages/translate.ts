import { IntlMessageFormat } from "intl-messageformat";
import { catalogues, type MessageKey, type Translate } from "./catalogue.ts";

const translators = new Map<string, Translate>();

/**
 * Returns the translator of a language (BCP 47 tag, such as "en"). Formats are compiled once per process.
 * @throws RangeError for a language without a catalogue.
 */
export function translator(lang: string): Translate {
  const known = translators.get(lang);
  if (known) return known;
  const texts = catalogues[lang];
  if (!texts) throw new RangeError(`No message catalogue for ${lang}`);
  const formats = new Map<MessageKey, IntlMessageFormat>();
  const translate: Translate = (key, values) => {
    const text: string = texts[key];
    if (!text.includes("{") && !text.includes("'")) return text;
    let format = formats.get(key);
    if (!format) formats.set(key, (format = new IntlMessageFormat(text, lang)));
    return String(format.format(values));
  };
  translators.set(lang, translate);
  return translate;
}
