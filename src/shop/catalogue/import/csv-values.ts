/**
 * How a cell of the field's product list spells what is no plain text. Each pair undoes the other exactly, so that a list
 * exported and imported again says the same.
 */

const controls = /\p{Cc}/u;
/** All but tab and line end. */
const otherControls = /(?![\t\n])\p{Cc}/gu;

/** Text of a cell: line ends as "\n", control characters gone, blanks around it gone, the guard of `escapeCell` off. */
export function readCell(raw: string): string {
  // Most cells are plain: one test instead of two replacements.
  const plain = controls.test(raw) ? raw.replace(/\r\n?/g, "\n").replace(otherControls, "") : raw;
  const text = plain.trim();
  return /^'+[=+\-@]/.test(text) ? text.slice(1) : text;
}

/** A cell that a spreadsheet would run as a formula gets an apostrophe before it. */
export function escapeCell(text: string): string {
  return /^'*[=+\-@]/.test(text) ? `'${text}` : text;
}

/** The items of "a, b\, c": two, "a" and "b, c". Empty ones are left out; an item cannot end in a backslash. */
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

/** The names from the root of "Vitamins > Single vitamins"; a ">" inside a name is written "&gt;". */
export function splitCategory(text: string): string[] {
  return text
    .split(">")
    .map((name) => name.replace(/&(gt|amp);/g, (_, entity: string) => (entity === "gt" ? ">" : "&")).trim())
    .filter((name) => name !== "");
}

export function joinCategory(names: readonly string[]): string {
  return names.map((name) => name.replace(/&(?=(gt|amp);)/g, "&amp;").replaceAll(">", "&gt;")).join(" > ");
}

/** A description has its line ends as the two characters "\n", and those two as "\\n". */
export function readDescription(cell: string): string {
  return cell.replace(/\\\\n|\\n/g, (found) => (found.length === 3 ? "\\n" : "\n"));
}

export function writeDescription(text: string): string {
  return text.replaceAll("\\n", "\\\\n").replaceAll("\n", "\\n");
}
