import { type HtmlToken, htmlTokens } from "./html-tokens.rules.ts";

/** Stand for form tags while a template's HTML is worked on. */
export const inlineMark = "\ue000";
export const blockMark = "\ue001";
const marks = /[\ue000\ue001]/g;

/** Contain paragraphs. */
const containers = new Set(
  "address article aside blockquote body dd details dialog div fieldset figcaption figure footer form header li main nav section td th".split(
    " ",
  ),
);
/** Blocks that contain text without paragraphs. */
const textBlocks = new Set("caption dt h1 h2 h3 h4 h5 h6 hgroup legend p summary".split(" "));
/** Blocks whose white space stays as written. */
const asWritten = new Set(
  "audio canvas colgroup datalist dl iframe menu object ol optgroup pre script select style svg table tbody template textarea tfoot thead tr ul video".split(
    " ",
  ),
);
const emptyBlocks = new Set(["col", "hr"]);
const empty = new Set("area br embed img input link meta source track wbr".split(" "));

/**
 * Removes comments from HTML with marks, together with the tags that they stand for, and puts tags within angle brackets
 * back as text. `kept` has one entry for each mark that is left.
 */
export function markedHtml<Tag extends { source: string }>(
  marked: string,
  tags: readonly Tag[],
): { html: string; kept: Tag[]; inElements: Tag[] } {
  const kept: Tag[] = [];
  const inElements: Tag[] = [];
  let used = 0;
  let html = "";
  for (const { kind, text } of htmlTokens(marked)) {
    const stoodFor = tags.slice(used, used + (text.match(marks)?.length ?? 0));
    used += stoodFor.length;
    if (kind === "comment") continue;
    if (kind === "text") {
      kept.push(...stoodFor);
      html += text;
      continue;
    }
    inElements.push(...stoodFor);
    let at = 0;
    html += text.replace(marks, () => (stoodFor[at++]?.source ?? "").replace(/[<>"']/g, ""));
  }
  return { html, kept, inElements };
}

/**
 * Turns blank lines into paragraphs and other line breaks into `<br />`, as the field does: blocks such as `div` and
 * `[hidden]` stay outside paragraphs, and text in headings, lists and `pre` is not put into any.
 */
export function paragraphs(html: string): string {
  const writer = new ParagraphWriter();
  for (const token of htmlTokens(html)) writer.add(token);
  return writer.end();
}

class ParagraphWriter {
  private written = "";
  /** Inline content that is not written yet. */
  private pending = "";
  /** Open inline elements in `pending`. */
  private inlineDepth = 0;
  private hasBlock = false;
  private readonly openBlocks: string[] = [];

  add(token: HtmlToken): void {
    if (token.kind === "text") this.addText(token.text);
    else if (this.inlineDepth > 0 && isBlock(token.name)) this.addBlockInline(token);
    else if (isBlock(token.name)) this.addBlock(token);
    else this.addInline(token);
  }

  end(): string {
    this.flush();
    return this.written.trim();
  }

  private addText(text: string): void {
    if (this.isAsWritten()) {
      this.written += text;
      return;
    }
    for (const [index, piece] of text.replace(/\r\n?/g, "\n").split(blockMark).entries()) {
      if (index > 0) this.addBlockMark();
      this.addLines(piece);
    }
  }

  private addBlockMark(): void {
    if (this.inlineDepth > 0) {
      this.hasBlock = true;
      this.pending += blockMark;
      return;
    }
    this.flush();
    this.written += `${blockMark}\n`;
  }

  private addLines(text: string): void {
    if (this.inlineDepth > 0) {
      this.pending += text;
      return;
    }
    for (const [index, paragraph] of text.split(/\n[ \t]*\n\s*/).entries()) {
      if (index > 0) this.flush();
      this.pending += paragraph;
    }
  }

  private addInline({ kind, text, name }: HtmlToken): void {
    if (this.isAsWritten()) {
      this.written += text;
      return;
    }
    if (!empty.has(name) && !text.endsWith("/>"))
      this.inlineDepth = Math.max(0, this.inlineDepth + (kind === "open" ? 1 : -1));
    this.pending += text.replace(/[\r\n]+/g, " ");
  }

  /** A block within an inline element: the whole is written without a paragraph. */
  private addBlockInline({ text }: HtmlToken): void {
    this.hasBlock = true;
    this.pending += text;
  }

  private addBlock({ kind, text, name }: HtmlToken): void {
    this.flush();
    this.written += text;
    if (kind === "open") {
      if (!emptyBlocks.has(name)) this.openBlocks.push(name);
    } else {
      const opened = this.openBlocks.lastIndexOf(name);
      if (opened !== -1) this.openBlocks.length = opened;
    }
    if (!this.isAsWritten() && !this.isTextBlock()) this.written += "\n";
  }

  private flush(): void {
    const text = this.pending
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .join("\n")
      .replace(/<br ?\/?>\n/gi, "\n")
      .replaceAll("\n", this.hasBlock ? "\n" : "<br />\n");
    const needsParagraph = !this.hasBlock && !this.isTextBlock();
    if (text !== "") this.written += needsParagraph ? `<p>${text}\n</p>\n` : text;
    this.pending = "";
    this.inlineDepth = 0;
    this.hasBlock = false;
  }

  private isAsWritten(): boolean {
    return asWritten.has(this.openBlocks.at(-1) ?? "");
  }

  private isTextBlock(): boolean {
    return textBlocks.has(this.openBlocks.at(-1) ?? "");
  }
}

function isBlock(name: string): boolean {
  return containers.has(name) || textBlocks.has(name) || asWritten.has(name) || emptyBlocks.has(name);
}
