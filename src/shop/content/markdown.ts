import { Marked, type TokenizerAndRendererExtension } from "marked";
import { sanitiseRichText } from "../catalogue/sanitise.ts";

/** `[name attribute=…]` or `[/name]`, unless it is the text of a link. */
const shortcode = /^\[(?:\/[a-z][\w-]*|[a-z][\w-]*(?:\s+[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s\]"']+))+\s*\/?)\](?![([:])/i;

/** Keeps shortcodes as they are: addresses in them do not become links, nor asterisks emphasis. */
const shortcodes: TokenizerAndRendererExtension = {
  name: "shortcode",
  level: "inline",
  start: (text) => text.indexOf("["),
  tokenizer: (text) => {
    const [raw] = shortcode.exec(text) ?? [];
    return raw === undefined ? undefined : { type: "shortcode", raw };
  },
  renderer: ({ raw }) => raw.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;"),
};

const markdown = new Marked({ gfm: true, async: false, extensions: [shortcodes] });

const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/;
const tagLine = /^ {0,3}\[(?:\/[a-z][\w-]*|[a-z][\w-]*\s+[\w-]+=[^\]\n]*)\]\s*$/i;

/** Ends a list before a line that is a shortcode, which Markdown would take for the text of its last item. */
function endListsBeforeShortcodes(text: string): string {
  let fence: string | undefined;
  let inList = false;
  const lines = text.split("\n").map((line) => {
    const [, mark] = /^ {0,3}(`{3}|~{3})/.exec(line) ?? [];
    if (mark !== undefined && (fence === undefined || fence === mark)) fence = fence === undefined ? mark : undefined;
    const ends = inList && fence === undefined && tagLine.test(line);
    inList = line.trim() !== "" && !ends && (inList || listItem.test(line));
    return ends ? `\n${line}` : line;
  });
  return lines.join("\n");
}

/** Converts Markdown (GitHub's) with shortcodes to sanitised HTML; HTML in it is sanitised too. */
export function markdownToHtml(text: string): string {
  return sanitiseRichText(markdown.parse(endListsBeforeShortcodes(text), { async: false }));
}
