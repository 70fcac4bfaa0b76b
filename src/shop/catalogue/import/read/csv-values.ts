/**
 * How cells of the product list encode values that are not plain text. Each pair of functions is an exact inverse, so
 * that exporting and importing changes nothing.
 */

const controls = /\p{Cc}/u;
/** All but tab and line end. */
const otherControls = /(?![\t\n])\p{Cc}/gu;

/**
 * Decodes a cell's text: line ends as "\n", without control characters, surrounding blanks and the guard of
 * `escapeCell`.
 */
export function readCell(raw: string): string {
  // Most cells are plain: one test instead of two replacements.
  const plain = controls.test(raw) ? raw.replace(/\r\n?/g, "\n").replace(otherControls, "") : raw;
  const text = plain.trim();
  return /^'+[=+\-@]/.test(text) ? text.slice(1) : text;
}

/** Puts an apostrophe before text that a spreadsheet would run as a formula. */
export function escapeCell(text: string): string {
  return /^'*[=+\-@]/.test(text) ? `'${text}` : text;
}

/** Splits "a, b\, c" into "a" and "b, c". Drops empty items; an item cannot end in a backslash. */
export function splitList(cell: string): string[] {
  return cell
    .split(/(?<!\\),/)
    .map((item) =>
      item
        .replaceAll("\\,", ",")
        .replace(/[\s\\]+$/, "")
        .trim(),
    )
    .filter((item) => item !== "");
}

export function joinList(items: readonly string[]): string {
  return items.map((item) => item.replaceAll(",", "\\,")).join(", ");
}

/** Splits "Vitamins > Single vitamins" into names from the root; a ">" inside a name is written "&gt;". */
export function splitCategory(text: string): string[] {
  return text
    .split(">")
    .map((name) => name.replace(/&(gt|amp);/g, (_, entity: string) => (entity === "gt" ? ">" : "&")).trim())
    .filter((name) => name !== "");
}

export function joinCategory(names: readonly string[]): string {
  return names.map((name) => name.replace(/&(?=(gt|amp);)/g, "&amp;").replaceAll(">", "&gt;")).join(" > ");
}

/** Descriptions encode line ends as the two characters "\n", and those two as "\\n". */
export function readDescription(cell: string): string {
  return cell.replace(/\\\\n|\\n/g, (found) => (found.length === 3 ? "\\n" : "\n"));
}

export function writeDescription(text: string): string {
  return text.replaceAll("\\n", "\\\\n").replaceAll("\n", "\\n");
}
