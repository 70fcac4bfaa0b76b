import { decodeHtml } from "#shop/contact/html-text.rules.ts";
import { htmlTokens } from "#shop/contact/template/html-tokens.rules.ts";

/** Attributes of a shortcode, by name. */
export type ShortcodeAttributes = ReadonlyMap<string, string>;

/** Whether the HTML can contain the shortcode of a contact form. */
export function hasShortcode(html: string): boolean {
  return html.includes("[contact-form-7");
}

const shortcode = /(\[?)\[contact-form-7(?=[\s\]])([^[\]]*)\](\]?)/g;

/**
 * Replaces the shortcodes `[contact-form-7 …]` in the text of sanitised HTML, together with a paragraph that contains
 * nothing else. A shortcode in double brackets is shown as text.
 */
export function replaceShortcodes(html: string, render: (attributes: ShortcodeAttributes) => string): string {
  if (!hasShortcode(html)) return html;
  const alone = /<p\b[^<>]*>\s*(\[contact-form-7(?=[\s\]])[^[\]<>]*\])\s*<\/p>/g;
  return htmlTokens(html.replace(alone, "$1"))
    .map(({ kind, text }) => (kind === "text" ? replaceInText(text, render) : text))
    .join("");
}

function replaceInText(text: string, render: (attributes: ShortcodeAttributes) => string): string {
  return text.replace(shortcode, (whole, before: string, attributes: string, after: string) =>
    before && after ? whole.slice(1, -1) : before + render(attributesOf(attributes)) + after,
  );
}

function attributesOf(text: string): ShortcodeAttributes {
  const pattern = /([a-z][\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/gi;
  const pairs = [...decodeHtml(text).matchAll(pattern)].map(
    ([, name = "", double, single, bare]) => [name.toLowerCase(), double ?? single ?? bare ?? ""] as const,
  );
  return new Map(pairs);
}
