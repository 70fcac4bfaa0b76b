import { decodeHtml } from "../html-text.rules.ts";
import { type Choice, type FormTag, isTagType, tagKind, tagTypes } from "./form-tag.rules.ts";
import { blockMark, inlineMark, markedHtml, paragraphs } from "./paragraphs.rules.ts";

/** A form's template, parsed for rendering: HTML with form tags in between. */
export interface FormTemplate {
  parts: readonly FormPart[];
  /** The form tags of `parts`. */
  tags: readonly FormTag[];
  /** In the order of the template. A faulty tag stays in the form as text. */
  faults: readonly TemplateFault[];
}

export type FormPart = { html: string } | { tag: FormTag };

/** A mistake in a template. */
export interface TemplateFault {
  code:
    | "template_too_long"
    | "too_many_tags"
    | "type_unknown"
    | "tag_open"
    | "closing_without_tag"
    | "name_missing"
    | "name_invalid"
    | "option_invalid"
    | "quote_open"
    | "star_not_allowed"
    | "tag_in_element";
  /** Position in the template, from 1. */
  line: number;
  column: number;
  /** One sentence for the shopkeeper. */
  message: string;
}

export const maxTemplateLength = 100_000;
export const maxTags = 500;
const maxFaults = 50;

const namePattern = /^[A-Za-z][-A-Za-z0-9_:.]*$/;

/**
 * Parses a template in form-tag syntax. Takes time linear in the template's length; ignores what follows the first
 * `maxTemplateLength` characters and `maxTags` tags. `autoParagraphs: false` leaves the HTML as written.
 */
export function parseTemplate(text: string, { autoParagraphs = true } = {}): FormTemplate {
  const scan = scanTags(text.slice(0, maxTemplateLength).replaceAll(/[\ue000\ue001]/g, " "));
  if (text.length > maxTemplateLength)
    scan.fault("template_too_long", maxTemplateLength, `A template has at most ${maxTemplateLength} characters.`);
  const { html, kept, inElements } = markedHtml(scan.marked, scan.tags);
  for (const tag of inElements)
    scan.faults.push({
      code: "tag_in_element",
      line: tag.line,
      column: tag.column,
      message: "A form tag must not be inside an HTML element's angle brackets.",
    });
  return {
    parts: partsOf(autoParagraphs ? paragraphs(html) : html, kept),
    tags: kept,
    faults: scan.faults.toSorted((a, b) => a.line - b.line || a.column - b.column),
  };
}

function partsOf(html: string, tags: readonly FormTag[]): FormPart[] {
  const parts: FormPart[] = [];
  for (const [index, piece] of html.split(/[\ue000\ue001]/).entries()) {
    const tag = index > 0 ? tags[index - 1] : undefined;
    if (tag) parts.push({ tag });
    if (piece !== "") parts.push({ html: piece });
  }
  return parts;
}

interface Scan {
  /** The template with one mark instead of each tag. */
  marked: string;
  tags: FormTag[];
  faults: TemplateFault[];
  fault(code: TemplateFault["code"], at: number, message: string): void;
}

/** A tag as written: `[type attributes]`, with the content up to its closing tag if it has one. */
interface WrittenTag {
  start: number;
  type: string;
  starred: boolean;
  attributes: string;
  attributesStart: number;
  content: string;
  end: number;
}

function scanTags(text: string): Scan {
  const positionAt = positions(text);
  const scan: Scan = {
    marked: "",
    tags: [],
    faults: [],
    fault(code, at, message) {
      const { line, column } = positionAt(at);
      const last = scan.faults.at(-1);
      if (scan.faults.length >= maxFaults || (last?.line === line && last.column === column)) return;
      scan.faults.push({ code, line, column, message });
    },
  };
  const tagAt = tagReader(text, scan);
  let done = 0;
  for (let open = text.indexOf("["); open !== -1; open = text.indexOf("[", Math.max(done, open + 1))) {
    const isEscape = text[open + 1] === "[";
    const written = tagAt(isEscape ? open + 1 : open);
    if (!written) continue;
    const { start, end } = written;
    if (scan.tags.length === maxTags) {
      scan.fault("too_many_tags", start, `A form has at most ${maxTags} form tags.`);
      break;
    }
    scan.marked += text.slice(done, open);
    if (isEscape && text[end] === "]") {
      scan.marked += text.slice(start, end);
      done = end + 1;
      continue;
    }
    if (isEscape) scan.marked += "[";
    const tag = tagOf(written, text.slice(start, end), positionAt(start), scan);
    if (tag) scan.tags.push(tag);
    scan.marked += tag ? (tagKind(tag.type)?.block ? blockMark : inlineMark) : text.slice(start, end);
    done = end;
  }
  scan.marked += text.slice(done);
  return scan;
}

/** Reads the tag that starts at a bracket; undefined if it is no form tag. Positions must not decrease from call to call. */
function tagReader(text: string, scan: Scan): (start: number) => WrittenTag | undefined {
  const closingAfter = forwardSearch(text, "]");
  const openingAfter = forwardSearch(text, "[");
  const head = /\[(\/?)([a-z][0-9a-z_]{0,30})(\*?)(?=[\s\]])/y;
  return (start) => {
    head.lastIndex = start;
    const [whole, slash, type = "", star] = head.exec(text) ?? [];
    if (whole === undefined) return undefined;
    if (!isTagType(type)) {
      if (slash === "") scan.fault("type_unknown", start, unknownType(type));
      return undefined;
    }
    if (slash) {
      scan.fault("closing_without_tag", start, `[/${type}] has no matching [${type}] before it.`);
      return undefined;
    }
    const closing = closingAfter(start);
    if (closing === -1) {
      scan.fault("tag_open", start, `The tag [${type}] has no closing bracket.`);
      return undefined;
    }
    const attributesStart = start + whole.length;
    const closingTag = `[/${type}${star}]`;
    const next = openingAfter(closing + 1);
    const hasContent = next !== -1 && text.startsWith(closingTag, next);
    return {
      start,
      type,
      starred: star === "*",
      attributes: text.slice(attributesStart, closing),
      attributesStart,
      content: hasContent ? text.slice(closing + 1, next) : "",
      end: hasContent ? next + closingTag.length : closing + 1,
    };
  };
}

function unknownType(type: string): string {
  return `There is no form tag [${type}]. The types are: ${tagTypes.join(", ")}.`;
}

function tagOf(
  written: WrittenTag,
  source: string,
  position: { line: number; column: number },
  scan: Scan,
): FormTag | undefined {
  const { type, starred, start } = written;
  if (!isTagType(type)) return undefined;
  const kind = tagKind(type);
  if (starred && !kind?.starred) {
    scan.fault("star_not_allowed", start, `[${type}] cannot be marked as required with *.`);
    return undefined;
  }
  const attributes = attributesOf(written, scan);
  if (!attributes) return undefined;
  const { options, choices } = attributes;
  const name = kind?.named ? options.shift() : "";
  if (name === undefined) {
    scan.fault("name_missing", start, `[${type}] needs a name: [${type} your-${type}].`);
    return undefined;
  }
  if (kind?.named && !namePattern.test(name)) {
    const rule = "A name starts with a letter and contains only letters, digits, - _ : and .";
    scan.fault("name_invalid", start, `"${name.slice(0, 40)}" cannot be the name of a field. ${rule}`);
    return undefined;
  }
  const content = written.content.trim().replace(/<br\s*\/?>$/gm, "");
  return { type, required: starred, name: name.replaceAll(".", "_"), options, choices, content, source, ...position };
}

/** Splits a tag's attributes: options, then quoted values, then optionally a slash. */
function attributesOf(
  { type, attributes, attributesStart }: WrittenTag,
  scan: Scan,
): { options: string[]; choices: Choice[] } | undefined {
  const options: string[] = [];
  const choices: Choice[] = [];
  const token = /[\s\u00a0\u200b]*(?:"([^"]*)"|'([^']*)'|([-+*=0-9a-zA-Z:.!?#$&@_/|%]+)|([^\s\u200b]))/uy;
  for (let found = token.exec(attributes); found; found = token.exec(attributes)) {
    const [whole, double, single, option, other] = found;
    const at = attributesStart + token.lastIndex - whole.trimStart().length;
    const value = double ?? single;
    if (value !== undefined) {
      choices.push(choiceOf(value));
    } else if (other !== undefined) {
      const isQuote = other === '"' || other === "'";
      if (isQuote) scan.fault("quote_open", at, `[${type}] has a value without a closing quote before its bracket.`);
      else scan.fault("option_invalid", at, `[${type}] has the character ${other}, which is only allowed in quotes.`);
      return undefined;
    } else if (option === "/" && attributes.slice(token.lastIndex).trim() === "") {
      break;
    } else if (option !== undefined && choices.length > 0) {
      scan.fault(
        "option_invalid",
        at,
        `[${type}] has the option ${option.slice(0, 40)} after a quoted value; options come first.`,
      );
      return undefined;
    } else if (option !== undefined) {
      options.push(option);
    }
  }
  return { options, choices };
}

function choiceOf(value: string): Choice {
  const bar = value.indexOf("|");
  const [shown, sent] = bar === -1 ? [value, value] : [value.slice(0, bar), value.slice(bar + 1)];
  return { shown: decodeHtml(shown).trim(), sent: decodeHtml(sent).trim() };
}

/** Returns a search for the next occurrence. Positions must not decrease from call to call, which makes all calls together linear. */
function forwardSearch(text: string, wanted: string): (from: number) => number {
  let next = text.indexOf(wanted);
  return (from) => {
    if (next !== -1 && next < from) next = text.indexOf(wanted, from);
    return next;
  };
}

/** Returns a function from offset to line and column. */
function positions(text: string): (at: number) => { line: number; column: number } {
  const starts = [0];
  for (let next = text.indexOf("\n"); next !== -1; next = text.indexOf("\n", next + 1)) starts.push(next + 1);
  return (at) => {
    let low = 0;
    for (let high = starts.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: at - (starts[low] ?? 0) + 1 };
  };
}
