import { en } from "./english.ts";

/**
 * The message catalogue: ICU MessageFormat texts by key, English being the one that defines which keys exist.
 * A key used and not written, or written twice, fails the type check.
 */
export type MessageKey = keyof typeof en;

/** Values that a message's arguments take. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** Writes one message in the language it was made for. @throws when an argument of the message is missing. */
export type Translate = (key: MessageKey, values?: MessageValues) => string;

export const catalogues: Readonly<Record<string, Readonly<Record<MessageKey, string>>>> = { en };
