import { randomBytes } from "node:crypto";
import { createContext } from "react";
import { escapeHtml } from "#shop/contact/html-text.rules.ts";

/** Marks a hole in HTML while it is rendered. Random, so that no text of the shop can contain it. */
const mark = `hole${randomBytes(12).toString("hex")}`;

const holes = new RegExp(`${mark}([A-Za-z0-9]+)_`);

/** HTML that is rendered once and printed with different values. */
export type HtmlTemplate<Name extends string> = (values: Readonly<Record<Name, string>>) => string;

/**
 * Returns a template of what `render` returns, with the given texts in the places of values. The texts survive in attributes,
 * addresses and content; the values are escaped for HTML, and must need no escaping in addresses. Names are letters.
 */
export function htmlTemplate<Name extends string>(
  names: readonly Name[],
  render: (places: Readonly<Record<Name, string>>) => string,
): HtmlTemplate<Name> {
  const places = Object.fromEntries(names.map((name) => [name, `${mark}${name}_`])) as Record<Name, string>;
  // Text and names alternate.
  const parts = render(places).split(holes);
  return (values) => {
    let html = parts[0] ?? "";
    for (let at = 1; at < parts.length; at += 2) html += escapeHtml(values[parts[at] as Name]) + (parts[at + 1] ?? "");
    return html;
  };
}

/** Takes HTML, not escaped, and returns the text to render in its place. */
export type InsertHtml = (html: string | Buffer) => string;

/** The `insert` of the `joinHtml` around a component; HTML that is rendered by itself contains the inserted HTML. */
export const InsertContext = createContext<InsertHtml>((html) => html.toString());

/**
 * Returns what `render` returns, in UTF-8. `insert` takes HTML, not escaped, and returns the place in which it will be. Large
 * HTML that many pages contain is inserted as bytes: to join it to the rest of a page and encode it again takes as long as
 * rendering, and one character beyond Latin-1 makes the memory of the whole text twice as large.
 */
export function joinHtml(render: (insert: InsertHtml) => string): Buffer {
  const parts: (string | Buffer)[] = [];
  const pieces = render((html) => `${mark}${parts.push(html) - 1}_`).split(holes);
  const htmls = pieces.map((piece, at) => (at % 2 === 0 ? piece : (parts[Number(piece)] ?? "")));
  const joined = Buffer.allocUnsafe(htmls.reduce((sum, html) => sum + Buffer.byteLength(html), 0));
  let end = 0;
  for (const html of htmls) end += typeof html === "string" ? joined.write(html, end) : html.copy(joined, end);
  return joined.subarray(0, end);
}
