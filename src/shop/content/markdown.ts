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

/** Converts Markdown (GitHub's) with shortcodes to sanitised HTML; HTML in it is sanitised too. */
export function markdownToHtml(text: string): string {
  return sanitiseRichText(markdown.parse(text, { async: false }));
}
