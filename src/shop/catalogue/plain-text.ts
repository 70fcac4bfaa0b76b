/** Tags that end a word; others may be within one. */
const breaks =
  /<\/?(?:p|div|br|hr|h\d|ul|ol|li|dl|dt|dd|table|caption|tr|th|td|blockquote|figure|figcaption|pre)\b[^>]*>/g;

/** Converts sanitised HTML to one line of text, without tags and entities. */
export function plainText(html: string): string {
  const text = html.replace(breaks, " ").replace(/<[^>]*>/g, "");
  return decodeEntities(text).replace(/\s+/g, " ").trim();
}

/** Decodes the entities that sanitised HTML can contain. */
export function decodeEntities(text: string): string {
  const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&" };
  return text.replace(/&(lt|gt|quot|amp);/g, (whole, name: string) => entities[name] ?? whole);
}
