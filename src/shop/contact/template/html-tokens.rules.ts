import { decodeHtml } from "../html-text.rules.ts";

/** A piece of HTML, as written. `name` is the lower-case element name, "" for text and comments. */
export interface HtmlToken {
  kind: "text" | "open" | "close" | "comment";
  text: string;
  name: string;
}

/** Splits HTML into tokens, in linear time. An element or comment that is never closed is text. */
export function htmlTokens(html: string): HtmlToken[] {
  const tokens: HtmlToken[] = [];
  const start = /<(?:(\/?)([a-zA-Z][-a-zA-Z0-9]*)|!--)/g;
  let done = 0;
  for (let found = start.exec(html); found; found = start.exec(html)) {
    const [whole, slash, name] = found;
    const end = name === undefined ? commentEnd(html, found.index) : elementEnd(html, found.index + whole.length);
    if (end === -1) break;
    if (found.index > done) tokens.push({ kind: "text", text: html.slice(done, found.index), name: "" });
    const kind = name === undefined ? "comment" : slash ? "close" : "open";
    tokens.push({ kind, text: html.slice(found.index, end), name: name?.toLowerCase() ?? "" });
    done = start.lastIndex = end;
  }
  if (done < html.length) tokens.push({ kind: "text", text: html.slice(done), name: "" });
  return tokens;
}

function commentEnd(html: string, start: number): number {
  const end = html.indexOf("-->", start + 4);
  return end === -1 ? -1 : end + 3;
}

/** Returns the offset after the element's ">", which may not be within quotes; -1 without. */
function elementEnd(html: string, start: number): number {
  const stop = /[>"']/g;
  stop.lastIndex = start;
  for (let found = stop.exec(html); found; found = stop.exec(html)) {
    const [character] = found;
    if (character === ">") return stop.lastIndex;
    const closing = html.indexOf(character, stop.lastIndex);
    if (closing === -1) return -1;
    stop.lastIndex = closing + 1;
  }
  return -1;
}

/** Returns the decoded value of an element's attribute, trimmed; "" without. */
export function attributeOf({ text }: HtmlToken, name: string): string {
  const attribute = /\s([a-z][\w-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi;
  for (const [, found = "", double, single, bare] of text.matchAll(attribute))
    if (found.toLowerCase() === name) return decodeHtml(double ?? single ?? bare ?? "").trim();
  return "";
}
