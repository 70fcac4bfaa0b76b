/** Returns whether a text is the whole address of a page or file on the web. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
