/** S3's XML is flat: a few known elements without relevant attributes. Servers differ in prefixes and white space. */

/** Returns the name of the root element, which white space, a declaration and comments may precede. */
export function rootOf(xml: string): string | undefined {
  return /^(?:\s|<\?[^>]*>|<!--.*?-->)*<(?:[\w.-]+:)?([\w.-]+)/s.exec(xml)?.[1];
}

/** Returns the text of the first element with that name. */
export function textIn(xml: string, name: string): string | undefined {
  const found = new RegExp(elementOf(name, "[^<]*")).exec(xml)?.[1];
  return found === undefined ? undefined : unescapeXml(found);
}

/** Returns the contents of all elements with that name, which do not nest. */
export function elementsIn(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(elementOf(name, ".*?"), "gs"))].map(([, content = ""]) => content);
}

function elementOf(name: string, content: string): string {
  const named = `(?:[\\w.-]+:)?${name}`;
  return `<${named}(?:\\s[^>]*)?>(${content})</${named}\\s*>`;
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return named[name ?? ""] ?? whole;
  });
}

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
