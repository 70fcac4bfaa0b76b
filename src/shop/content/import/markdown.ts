import { Marked, type TokenizerAndRendererExtension } from "marked";
import { sanitiseRichText } from "../../catalogue/sanitise.ts";

/** `[embed]address[/embed]`, whose end would become part of a link, `[name attribute=…]` or `[/name]`, unless it is the text of a link. */
const shortcode =
  /^\[embed\][^\s[\]<>]+\[\/embed\]|^\[(?:\/[a-z][\w-]*|[a-z][\w-]*(?:\s+[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s\]"']+))+\s*\/?)\](?![([:])/i;

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

const tagLine = /^ {0,3}\[(?:\/[a-z][\w-]*|[a-z][\w-]*\s+[\w-]+=[^\]\n]*)\]\s*$/i;

/** Makes each line that is a shortcode a paragraph. Markdown would take it for a part of the text or the list next to it. */
function separateShortcodes(text: string): string {
  let fence: string | undefined;
  const lines = text.split("\n").map((line) => {
    const [, mark] = /^ {0,3}(`{3}|~{3})/.exec(line) ?? [];
    if (mark !== undefined && (fence === undefined || fence === mark)) fence = fence === undefined ? mark : undefined;
    return fence === undefined && tagLine.test(line) ? `\n${line}\n` : line;
  });
  return lines.join("\n");
}

/** Converts Markdown (GitHub's) with shortcodes to sanitised HTML; HTML in it is sanitised too. */
export function markdownToHtml(text: string): string {
  return sanitiseRichText(parseMarkdown(text));
}

/** Converts Markdown (GitHub's) with shortcodes to HTML that has to be sanitised. */
export function parseMarkdown(text: string): string {
  return markdown.parse(separateShortcodes(text), { async: false });
}
