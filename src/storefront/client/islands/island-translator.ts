import type { MessageValues, Translate } from "#messages/catalogue.ts";
import type { MessagePart, MessageParts } from "#messages/message-parts.ts";

/** Returns a translator for the messages that an island was given. It throws for all others, on the server too. */
export function islandTranslator(lang: string, messages: MessageParts): Translate {
  const numbers = new Intl.NumberFormat(lang);
  const plurals = new Intl.PluralRules(lang);
  return (key, values = {}) => {
    const print = (parts: readonly MessagePart[] = []): string => parts.map(printPart).join("");
    const printPart = (part: MessagePart): string => {
      if (typeof part === "string") return part;
      if ("argument" in part) return String(valueOf(part.argument));
      if ("number" in part) return numbers.format(Number(valueOf(part.number)));
      if ("select" in part) return print(part.options[valueOf(part.select)] ?? part.options.other);
      const count = Number(valueOf(part.plural));
      return print(part.options[`=${count}`] ?? part.options[plurals.select(count)] ?? part.options.other);
    };
    const valueOf = (name: string): MessageValues[string] => {
      const value = values[name];
      if (value === undefined) throw new Error(`The message ${key} needs the value "${name}"`);
      return value;
    };
    const parts = messages[key];
    if (!parts) throw new Error(`The island does not name the message ${key}`);
    return print(parts);
  };
}
