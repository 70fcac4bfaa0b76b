/** A text file that starts with "name: value" lines between two lines of three hyphens. */
export interface FrontMatter {
  /** Returns a value by its name in lower case; "" if missing. */
  value(name: string): string;
  body: string;
}

/** @returns undefined if the file does not start with front matter */
export function readFrontMatter(text: string): FrontMatter | undefined {
  const match = /^\ufeff?---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text);
  if (!match) return undefined;
  const [, head = "", body = ""] = match;
  const values = new Map<string, string>();
  for (const line of head.split(/\r?\n/)) {
    const [, name, value = ""] = /^([A-Za-z_]+)\s*:\s*(.*)$/.exec(line) ?? [];
    if (name) values.set(name.toLowerCase(), value.trim().replace(/^"(.*)"$/, "$1"));
  }
  return { value: (name) => values.get(name) ?? "", body };
}
