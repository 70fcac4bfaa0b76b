/** Invisible characters: spaces of any script, zero-width marks, soft hyphens. Inside words some are needed. */
const unseen = /^[\s\p{Default_Ignorable_Code_Point}\u200b\u2800]*$/u;

/** Returns a single-line text without surrounding spaces, "" if nothing in it is visible. */
export function visibleText(text: string): string {
  return unseen.test(text) ? "" : text.trim();
}

/**
 * Returns whether a text contains characters that no line may: control characters, lone surrogates, replacement
 * characters.
 */
export function hasForbiddenCharacters(text: string): boolean {
  return /\p{Cc}|\p{Cs}|\ufffd/u.test(text);
}
