/** What no XML 1.0 document may hold, escaped or not. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** A text as it may stand in an element or a quoted attribute. */
export function xmlText(text: string): string {
  return text.replace(forbidden, "").replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** An element with a text in it; "" when there is none to say. */
export function xmlElement(name: string, text: string | null | undefined): string {
  return text ? `<${name}>${xmlText(text)}</${name}>` : "";
}

/** A whole document around ready XML. */
export function xmlDocument(root: string, attributes: Readonly<Record<string, string>>, content: readonly string[]) {
  const printed = Object.entries(attributes).map(([name, value]) => ` ${name}="${xmlText(value)}"`);
  const inside = content.filter((part) => part !== "").join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${printed.join("")}>\n${inside}\n</${root}>\n`;
}
