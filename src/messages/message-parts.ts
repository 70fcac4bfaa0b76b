import { IntlMessageFormat } from "intl-messageformat";
import { catalogues, type MessageKey } from "./catalogue.ts";

/** A part of a parsed message: text, an argument, a formatted number, or one of several texts chosen by an argument. */
export type MessagePart =
  | string
  | { argument: string }
  | { number: string }
  | { select: string; options: MessageOptions }
  | { plural: string; options: MessageOptions };
type MessageOptions = Readonly<Record<string, readonly MessagePart[]>>;

/** Messages by key as islands get them: parsed on the server, so that no parser is sent to the browser. */
export type MessageParts = Readonly<Partial<Record<MessageKey, readonly MessagePart[]>>>;

const parsedMessages = new Map<string, readonly MessagePart[]>();

/**
 * Returns the parts of these messages. Messages are parsed once per process.
 * @param lang BCP 47 tag of a language with a catalogue
 * @throws Error for a message with dates, tags, formats, ordinals or offsets, which islands cannot format
 */
export function partsOfMessages(lang: string, keys: readonly MessageKey[]): MessageParts {
  return Object.fromEntries(keys.map((key) => [key, partsOfMessage(lang, key)]));
}

function partsOfMessage(lang: string, key: MessageKey): readonly MessagePart[] {
  const known = parsedMessages.get(`${lang} ${key}`);
  if (known) return known;
  const text = catalogues[lang]?.[key];
  if (text === undefined) throw new RangeError(`No message ${key} for ${lang}`);
  const parts = partsOf(new IntlMessageFormat(text, lang).getAst(), key);
  parsedMessages.set(`${lang} ${key}`, parts);
  return parts;
}

type Parsed = ReturnType<IntlMessageFormat["getAst"]>;

/** @param counted the argument that "#" stands for */
function partsOf(parsed: Parsed, key: MessageKey, counted?: string): MessagePart[] {
  return parsed.map((one) => partOf(one, key, counted));
}

/** The numbers are the parser's names of the kinds, which it exports as an enum of another package. */
function partOf(parsed: Parsed[number], key: MessageKey, counted: string | undefined): MessagePart {
  if (parsed.type === 0) return parsed.value;
  if (parsed.type === 1) return { argument: parsed.value };
  if (parsed.type === 2 && !parsed.style) return { number: parsed.value };
  if (parsed.type === 5) return { select: parsed.value, options: optionsOf(parsed.options, key, counted) };
  if (parsed.type === 6 && parsed.offset === 0 && parsed.pluralType === "cardinal")
    return { plural: parsed.value, options: optionsOf(parsed.options, key, parsed.value) };
  if (parsed.type === 7 && counted !== undefined) return { number: counted };
  throw new Error(`The message ${key} contains something that islands cannot format`);
}

function optionsOf(options: Record<string, { value: Parsed }>, key: MessageKey, counted?: string): MessageOptions {
  return Object.fromEntries(Object.entries(options).map(([name, { value }]) => [name, partsOf(value, key, counted)]));
}
