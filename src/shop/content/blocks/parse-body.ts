import { plainText } from "../../catalogue/plain-text.ts";
import { decodeHtml } from "../../contact/html-text.rules.ts";
import { attributeOf, type HtmlToken, htmlTokens } from "../../contact/template/html-tokens.rules.ts";
import { hostedVideoOf } from "./block-attributes.ts";
import { type BlockName, enclosing, isBlockName } from "./block-kinds.ts";

/** A block in a body. */
export interface Block {
  name: BlockName;
  /** By lower-case name, decoded. */
  attributes: ReadonlyMap<string, string>;
  /** Between its two tags. */
  content: readonly Part[];
  /** Grows with the body. */
  place: number;
  /** Its opening tag, as written. */
  source: string;
}

/** HTML, or a block in its place. */
export type Part = string | Block;

/** A shortcode that is not shown, and why. */
export interface BodyProblem {
  /** See `Block`. */
  place: number;
  source: string;
  reason: "unknown" | "too many" | "too deep" | "unclosed" | "misplaced" | "capitals" | "cut" | "unopened";
}

export interface ParsedBody {
  parts: readonly Part[];
  problems: readonly BodyProblem[];
}

interface ReadBody extends ParsedBody {
  /** All shortcodes and addresses below /media/ by `place`, as written, also those that are shown as text. */
  written: readonly string[];
  links: readonly MediaLink[];
}

/** A link to a file below /media/, or a picture in the text. */
interface MediaLink {
  /** See `Block`. */
  place: number;
  address: string;
  isPicture: boolean;
}

/** Blocks that a body can show; further ones are left out. */
export const maxBlocks = 100;

/** Blocks within blocks. */
export const maxDepth = 3;

const tagNames = "[a-z][a-z0-9_-]*";
/** A tag with attributes and without its closing bracket, where no whole tag is. */
const cutTag = String.raw`\[(${tagNames})(?:\s+[\w-]+\s*=\s*(?:"[^"<>[\]]*"|'[^'<>[\]]*'|&quot;(?:(?!&quot;)[^<>[\]])*&quot;|[^\s<>[\]]+))+`;
/** A tag, in brackets of its own if it is to be shown as text; or one that is cut. */
const tagPattern = new RegExp(`(\\[?)\\[(/?)(${tagNames})((?:[\\s/][^\\[\\]<>]{0,4000})?)\\](\\]?)|${cutTag}`, "gi");
const mediaAddress = String.raw`(?<!\w)/media/[^\s"'<>()[\]\\${"`"}]*`;
const mediaAddresses = new RegExp(mediaAddress, "g");
/** Tags as a text has them, whole or cut, and addresses below /media/. */
export const writtenNames = new RegExp(String.raw`\[[^[\]<>]{1,4100}\]|${cutTag}|${mediaAddress}`, "gi");
const attributePattern = /(?<![\w-])([a-z][\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|[“”″]([^“”″]*)[“”″]|([^\s"'“”″]+))/gi;

/** A paragraph with nothing but tags. Those of one line each become one line each. */
const paragraphOfTags = new RegExp(
  `<p\\b[^<>]*>((?:\\s|<br ?/?>|\\[/?${tagNames}(?:[\\s/][^\\[\\]<>]{0,4000})?\\])+)</p>`,
  "g",
);
const paragraphOfAddress = /<p\b[^<>]*>(\s*)(?:<a\b[^<>]*>)?(https?:\/\/[^\s<>"]+)(?:<\/a>)?(\s*)<\/p>/g;
const lineOfAddress = /^([ \t]*)(https?:\/\/[^\s<>"]+)[ \t]*$/gm;

/** Whether HTML can contain a block. */
function canHaveBlocks(html: string): boolean {
  return html.includes("[") || /youtu|vimeo/.test(html);
}

/**
 * Finds the blocks of sanitised HTML, in linear time: `[name attribute="value"]`, with content up to `[/name]`, and addresses of
 * videos on lines of their own. Shortcodes that no block knows are removed, what is between their tags stays. Text in two pairs of
 * brackets is literal, as are the texts of `code` and `pre`.
 * @param only the one block to find; all other text stays
 */
export function parseBody(html: string, only?: BlockName): ParsedBody {
  if (!canHaveBlocks(html)) return { parts: html === "" ? [] : [html], problems: [] };
  return new BodyReader(html, only).read();
}

/** Does the same, and lists what a check needs besides. */
export function readBody(html: string): ReadBody {
  return new BodyReader(html).read();
}

/** Returns sanitised HTML without its shortcodes, for places that show no blocks: feeds, mails and excerpts. */
export function withoutBlocks(html: string): string {
  return textOf(parseBody(html).parts);
}

/** Returns the text of the beginning of sanitised HTML, which may end within a tag, without its shortcodes. */
export function textOfBeginning(html: string): string {
  const whole = html.replace(/<[^<>]*$/, "").replace(/\[[a-z][\w-]*\s[^[\]<>]*=[^[\]<>]*$/, "");
  return plainText(withoutBlocks(whole));
}

function textOf(parts: readonly Part[]): string {
  // Results of quizzes are shown to those who have answered.
  const hasText = ({ name }: Block) => name !== "quiz_result";
  return parts.map((part) => (typeof part === "string" ? part : hasText(part) ? textOf(part.content) : "")).join("");
}

interface Frame {
  block: Block & { content: Part[] };
  /** Number of elements that are open around it. */
  depth: number;
  /** Whether one of those has been closed since. */
  isCut: boolean;
}

const literalElements = new Set(["pre", "code"]);
/** Elements that cannot contain what blocks consist of. */
const narrowElements = new Set(["a", "h2", "h3", "h4", "h5", "h6", "figcaption", "caption", "summary"]);
const emptyElements = new Set(["br", "hr", "img", "col"]);

class BodyReader {
  readonly #only: BlockName | undefined;
  readonly #tokens: HtmlToken[];
  /** Names with a closing tag somewhere. */
  readonly #closed: ReadonlySet<string>;
  /** Tags that stand in a paragraph of their own. */
  readonly #alone: ReadonlySet<string>;
  readonly #parts: Part[] = [];
  readonly #frames: Frame[] = [];
  readonly #elements: { name: string; tag: string }[] = [];
  /** Number of open elements of each kind. */
  readonly #open = { literal: 0, narrow: 0 };
  /** Number of opening tags so far, by name, whose closing tags mean nothing. */
  readonly #unpaired = new Map<string, number>();
  /** Names of the unknown shortcodes. */
  readonly #removed = new Set<string>();
  readonly #problems: BodyProblem[] = [];
  #blocks = 0;
  readonly #written: string[] = [];
  readonly #links: MediaLink[] = [];

  constructor(html: string, only?: BlockName) {
    this.#only = only;
    const alone = new Set<string>();
    const prepared = html
      .replace(paragraphOfAddress, (whole, before: string, address: string, after: string) =>
        !only && hostedVideoOf(decodeHtml(address)) ? `${before}[video src="${address}"]${after}` : whole,
      )
      .replace(paragraphOfTags, (whole, tags: string) => {
        if (!tags.includes("[")) return whole;
        const inner = tags.replace(/<br ?\/?>/g, "");
        const found = [...inner.matchAll(tagPattern)];
        const isTag = (name: string, rest: string) => (only ? name === only : isBlockName(name) || isAttributes(rest));
        if (!found.every(([, , , name = "", rest = ""]) => isTag(name, rest))) return whole;
        for (const [tag] of found) alone.add(tag);
        return inner;
      });
    this.#alone = alone;
    this.#closed = new Set(
      [...prepared.matchAll(new RegExp(`\\[/(${tagNames})\\]`, "g"))].map(([, name = ""]) => name),
    );
    this.#tokens = htmlTokens(prepared);
  }

  read(): ReadBody {
    for (const token of this.#tokens) {
      if (token.kind === "text") this.#readText(token.text);
      else this.#readElement(token);
    }
    while (this.#frames.length > 0) this.#dissolve();
    return { parts: joined(this.#parts), problems: this.#problems, written: this.#written, links: this.#links };
  }

  #readElement(token: HtmlToken): void {
    const { kind, name, text } = token;
    this.#put(text);
    if (kind === "open" && text.includes('"/media/')) this.#readMediaLink(token);
    if (emptyElements.has(name) || kind === "comment") return;
    const count = (by: 1 | -1) => {
      if (literalElements.has(name)) this.#open.literal += by;
      if (narrowElements.has(name)) this.#open.narrow += by;
    };
    if (kind === "open") {
      this.#elements.push({ name, tag: text });
      count(1);
    } else if (this.#elements.at(-1)?.name === name) {
      this.#elements.pop();
      count(-1);
      for (const frame of this.#frames) frame.isCut ||= this.#elements.length < frame.depth;
    }
  }

  #readMediaLink(token: HtmlToken): void {
    const isPicture = token.name === "img";
    const address = attributeOf(token, isPicture ? "src" : "href");
    if (!address.startsWith("/media/")) return;
    this.#written.push(address);
    this.#links.push({ place: this.#place, address, isPicture });
  }

  #readText(whole: string): void {
    const isLiteral = this.#open.literal > 0;
    const text =
      this.#elements.length > 0 || this.#only
        ? whole
        : whole.replace(lineOfAddress, (line, before: string, address: string) =>
            hostedVideoOf(decodeHtml(address)) ? `${before}[video src="${address}"]` : line,
          );
    let done = 0;
    for (const found of text.matchAll(tagPattern)) {
      const [tag, before = "", slash, name = "", rest = "", after = "", cut] = found;
      this.#putText(text.slice(done, found.index));
      done = found.index + tag.length;
      const inner = tag.slice(before.length, tag.length - after.length);
      this.#written.push(inner);
      if (isLiteral) this.#put(tag);
      else if (before && after) this.#put(inner);
      else if (cut !== undefined) this.#leaveOut(cut, tag, "cut");
      else {
        if (before) this.#put(before);
        if (name !== name.toLowerCase()) this.#leaveOut(name, inner, "capitals");
        else if (slash) this.#close(name, inner);
        else this.#begin(name, rest, inner);
        if (after) this.#put(after);
      }
    }
    this.#putText(text.slice(done));
  }

  #putText(text: string): void {
    if (text.includes("/media/")) for (const [address] of text.matchAll(mediaAddresses)) this.#written.push(address);
    this.#put(text);
  }

  /** Leaves out a broken tag if its name is that of a block; else it is text. */
  #leaveOut(name: string, source: string, reason: BodyProblem["reason"]): void {
    if (this.#only || !isBlockName(name.toLowerCase())) return this.#put(source);
    this.#problems.push({ place: this.#place, source: shortSource(source), reason });
  }

  /** Of the tag or link that is being read. */
  get #place(): number {
    return this.#written.length - 1;
  }

  #begin(name: string, rest: string, source: string): void {
    const place = this.#place;
    const report = (reason: BodyProblem["reason"]) =>
      void this.#problems.push({ place, source: shortSource(source), reason });
    this.#unpaired.set(name, (this.#unpaired.get(name) ?? 0) + 1);
    if (this.#only && name !== this.#only) return this.#put(source);
    if (!isBlockName(name)) {
      if (!this.#isShortcode(name, rest, source)) return this.#put(source);
      this.#removed.add(name);
      return report("unknown");
    }
    if (this.#blocks >= maxBlocks) return this.#blocks++ === maxBlocks ? report("too many") : undefined;
    if (this.#frames.length >= maxDepth) return report("too deep");
    if (this.#open.narrow > 0) return report("misplaced");
    this.#blocks += 1;
    const block = { name, attributes: attributesOf(rest), content: [], place, source: shortSource(source) };
    const kind = enclosing.get(name);
    if (!kind || rest.endsWith("/") || !this.#closed.has(name)) {
      if (kind?.needsContent) return report("unclosed");
      return this.#putBlock(block);
    }
    this.#unpaired.set(name, (this.#unpaired.get(name) ?? 0) - 1);
    this.#frames.push({ block, depth: this.#elements.length, isCut: false });
  }

  #close(name: string, source: string): void {
    if (this.#only && name !== this.#only) return this.#put(source);
    if (!isBlockName(name)) return this.#removed.has(name) ? undefined : this.#put(source);
    if (!this.#frames.some((frame) => frame.block.name === name)) {
      const opened = this.#unpaired.get(name) ?? 0;
      if (opened === 0) this.#leaveOut(name, source, "unopened");
      else this.#unpaired.set(name, opened - 1);
      return;
    }
    while (this.#frames.at(-1)?.block.name !== name) this.#dissolve();
    const frame = this.#frames.at(-1);
    if (!frame || frame.isCut || frame.depth !== this.#elements.length) return this.#dissolve();
    this.#frames.pop();
    this.#putBlock({ ...frame.block, content: joined(frame.block.content) });
  }

  /** Ends a block without a closing tag that fits: its content follows it. */
  #dissolve(): void {
    const frame = this.#frames.pop();
    if (!frame) return;
    const { name, place, source, content } = frame.block;
    if (enclosing.get(name)?.needsContent) this.#problems.push({ place, source, reason: "unclosed" });
    else this.#putBlock({ ...frame.block, content: [] });
    for (const part of content) this.#put(part);
  }

  /** Text in brackets is a shortcode if it looks like nothing else: "[sic]" in a sentence does not. */
  #isShortcode(name: string, rest: string, source: string): boolean {
    if (!isAttributes(rest)) return false;
    return rest.includes("=") || rest === "/" || /[_-]/.test(name) || this.#closed.has(name) || this.#alone.has(source);
  }

  /** A paragraph ends before a block and goes on after it: it cannot contain one. */
  #putBlock(block: Block): void {
    const around = this.#elements.at(-1);
    const isSplit = around?.name === "p" && this.#elements.length > (this.#frames.at(-1)?.depth ?? 0);
    if (isSplit) this.#put("</p>");
    this.#put(block);
    if (isSplit) this.#put(around.tag);
  }

  #put(part: Part): void {
    if (part === "") return;
    (this.#frames.at(-1)?.block.content ?? this.#parts).push(part);
  }
}

/** Whether the rest of a tag consists of attributes, or of nothing. */
function isAttributes(rest: string): boolean {
  return /^[\s/]*$/.test(decodeHtml(rest).replace(attributePattern, ""));
}

function attributesOf(rest: string): ReadonlyMap<string, string> {
  const pairs = [...decodeHtml(rest).matchAll(attributePattern)].map(
    ([, name = "", double, single, curly, bare]) =>
      [name.toLowerCase(), double ?? single ?? curly ?? bare?.replace(/\/$/, "") ?? ""] as const,
  );
  return new Map(pairs);
}

/** Joins neighbouring HTML, without the empty paragraphs that blocks have left. */
function joined(parts: readonly Part[]): Part[] {
  const all: Part[] = [];
  let html: string[] = [];
  const flush = () => {
    const text = html.join("").replace(/<p\b[^<>]*>\s*<\/p>/g, "");
    if (text !== "") all.push(text);
    html = [];
  };
  for (const part of parts) {
    if (typeof part === "string") html.push(part);
    else {
      flush();
      all.push(part);
    }
  }
  flush();
  return all;
}

/** Returns a tag as blocks and problems have it. */
function shortSource(source: string): string {
  return source.length > 100 ? `${source.slice(0, 99)}…` : source;
}
