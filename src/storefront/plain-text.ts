import { decodeEntities } from "#shop/catalogue/sanitise.ts";

/** Tags that end a word; others may stand within one. */
const breaks =
  /<\/?(?:p|div|br|hr|h\d|ul|ol|li|dl|dt|dd|table|caption|tr|th|td|blockquote|figure|figcaption|pre)\b[^>]*>/g;

/** Sanitised HTML as text on one line: tags gone, entities read. */
export function plainText(html: string): string {
  const text = html.replace(breaks, " ").replace(/<[^>]*>/g, "");
  return decodeEntities(text).replace(/\s+/g, " ").trim();
}
