/** Decodes percent escapes. Returns the text unchanged if it is malformed ("#sale-50%"). */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
