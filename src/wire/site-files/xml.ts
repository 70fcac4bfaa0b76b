/** Characters that are invalid in XML 1.0, even escaped. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Escapes a text for an element or a quoted attribute and removes invalid characters. */
export function xmlText(text: string): string {
  return text.replace(forbidden, "").replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Returns an element with escaped text; "" for an empty text. */
export function xmlElement(name: string, text: string | null | undefined): string {
  return text ? `<${name}>${xmlText(text)}</${name}>` : "";
}

/** Returns a complete document. @param content XML, already escaped */
export function xmlDocument(root: string, attributes: Readonly<Record<string, string>>, content: readonly string[]) {
  const printed = Object.entries(attributes).map(([name, value]) => ` ${name}="${xmlText(value)}"`);
  const inside = content.filter((part) => part !== "").join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${printed.join("")}>\n${inside}\n</${root}>\n`;
}
