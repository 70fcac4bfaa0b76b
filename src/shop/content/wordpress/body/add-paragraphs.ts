import { htmlTokens } from "../../../contact/template/html-tokens.rules.ts";

const blockNames = new Set(
  (
    "table thead tfoot caption col colgroup tbody td tr th div dl dd dt ul ol li pre form blockquote address h1 h2 h3 h4 h5 h6 hr " +
    "p fieldset legend section article aside header footer nav figure figcaption details summary video audio iframe"
  ).split(" "),
);

/** Elements in which line breaks are left alone. */
const verbatim = new Set(["pre", "script", "style", "textarea", "figure"]);

/** Turns the blank lines of a text in WordPress's classic format into paragraphs, and other line ends into `<br>`. */
export function addParagraphs(text: string): string {
  if (text.trim() === "") return "";
  const kept: string[] = [];
  let inside = "";
  let parts = "";
  for (const token of htmlTokens(text.replace(/\r\n?/g, "\n"))) {
    if (inside !== "") {
      kept.push((kept.pop() ?? "") + token.text);
      if (token.kind === "close" && token.name === inside) inside = "";
    } else if (token.kind === "open" && verbatim.has(token.name)) {
      inside = token.name;
      parts += `\n\n${mark}${kept.push(token.text) - 1}${mark}\n\n`;
    } else if (blockNames.has(token.name)) {
      parts += token.kind === "open" ? `\n\n${token.text}` : `${token.text}\n\n`;
    } else if (token.kind !== "comment") parts += token.text.replaceAll(mark, "");
  }
  return parts
    .split(/\n[^\S\n]*\n\s*/)
    .map((part) => asParagraph(part.trim()))
    .join("\n")
    .replace(kept.length > 0 ? keptPart : /$^/g, (_, index: string) => kept[Number(index)] ?? "");
}

/** Stands around the number of a part that is kept as it is. No imported text has it. */
const mark = "\u0000";
// oxlint-disable-next-line no-control-regex -- the mark.
const keptPart = /\u0000(\d+)\u0000/g;

function asParagraph(part: string): string {
  const isWhole = part === "" || part.startsWith(mark) || isBlock(part) || isShortcode.test(part);
  return isWhole ? part : `<p>${part.replace(/(?:<br\s*\/?>)?[^\S\n]*\n/g, "<br>\n")}</p>`;
}

function isBlock(part: string): boolean {
  const name = /^<\/?([a-z][a-z0-9]*)/i.exec(part)?.[1]?.toLowerCase();
  return name !== undefined && blockNames.has(name);
}

/** A shortcode alone, with or without what it encloses. */
const isShortcode = /^\[[a-z][\w-]*(?:\s[^[\]]*)?\](?:[^[\]]*\[\/[\w-]+\])?$/i;
