import { randomBytes } from "node:crypto";
import { escapeHtml } from "#shop/contact/html-text.rules.ts";

/** Marks a hole in HTML while it is rendered. Random, so that no text of the shop can contain it. */
const mark = `hole${randomBytes(12).toString("hex")}`;

const holes = new RegExp(`${mark}([A-Za-z]+)_`);

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
