/**
 * Returns the key by which product classes are compared, ignoring case and spacing: "Extra Bulky" and "extra-bulky" are
 * the same.
 */
export function classKey(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, "-");
}
