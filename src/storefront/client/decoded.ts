/** A part of an address with its escapes read; as it stands where they are none ("#sale-50%"). */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
