/** How classes of products are compared, whatever a spreadsheet calls them: "Extra  Bulky" and "extra-bulky" are one. */
export function classKey(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, "-");
}
