/** What nobody sees: blanks of any script, marks without width, soft hyphens. Between letters some belong to the word. */
const unseen = /^[\s\p{Default_Ignorable_Code_Point}\u200b\u2800]*$/u;

/** A text of one line as somebody sees it: without the blanks around it, and "" when nothing in it can be seen. */
export function seenText(text: string): string {
  return unseen.test(text) ? "" : text.trim();
}

/** Whether a text holds what no line can: control characters, halves of one, and the mark of what could not be read. */
export function hasUnfit(text: string): boolean {
  return /\p{Cc}|\p{Cs}|\ufffd/u.test(text);
}
