import { en } from "./english.ts";

/**
 * The message catalogue: ICU MessageFormat texts by key. English defines which keys exist. The type check fails on a
 * key that is used without being defined, or defined twice.
 */
export type MessageKey = keyof typeof en;

/** Values of a message's arguments. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** Returns a message in the translator's language. @throws when an argument of the message is missing. */
export type Translate = (key: MessageKey, values?: MessageValues) => string;

export const catalogues: Readonly<Record<string, Readonly<Record<MessageKey, string>>>> = { en };
