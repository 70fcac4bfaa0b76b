const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

/** Decodes numeric entities and those that HTML needs; leaves others as written. */
export function decodeHtml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,4}));/g, (whole, decimal, hex, name) => {
    if (typeof name === "string") return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole;
    const code = typeof decimal === "string" ? Number(decimal) : Number.parseInt(String(hex), 16);
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : whole;
  });
}

/** Removes HTML elements and comments; an unclosed one ends the text. Entities stay. */
export function withoutTags(html: string): string {
  return html.replace(/<!--[\s\S]*?(?:-->|$)/g, "").replace(/<\/?[a-zA-Z!][^>]*(?:>|$)/g, "");
}

/** Returns the text of HTML: without elements and comments, with entities decoded. */
export function textOfHtml(html: string): string {
  return decodeHtml(withoutTags(html));
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#039;",
};

/** Escapes text for HTML, also within quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}
