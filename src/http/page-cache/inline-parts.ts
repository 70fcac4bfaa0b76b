import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { scriptJson } from "../script-json.ts";

/** Hashes by text: most inline scripts are the same on every page. */
const hashes = new LRUCache<string, string>({ max: 200 });

/**
 * Collects the inline scripts and styles of one page. The page's content security policy then allows exactly these
 * texts.
 */
export class InlineParts {
  readonly scriptHashes = new Set<string>();
  readonly styleHashes = new Set<string>();
  /** Whether a style contains a font. */
  hasFont = false;

  /**
   * Returns an inline script as a tag. `attributes` are trusted names and values ("id", "type"). @throws Error if the
   * text could end its element early; use `assign` or `data` for data.
   */
  script(text: string, attributes: Readonly<Record<string, string>> = {}): string {
    const clean = unixLines(text);
    if (/<\/script|<script|<!--/i.test(clean)) throw new Error("An inline script may not contain script tags or <!--");
    this.scriptHashes.add(hashOf(clean));
    return `<script${print(attributes)}>${clean}</script>`;
  }

  /** Returns `var name = value;` as an inline script, for the global objects that WooCommerce's scripts read. */
  assign(values: Readonly<Record<string, unknown>>, attributes: Readonly<Record<string, string>> = {}): string {
    const lines = Object.entries(values).map(([name, value]) => {
      if (!/^[A-Za-z_$][\w$]*$/.test(name)) throw new Error(`Not a variable name: ${name}`);
      return `var ${name} = ${scriptJson(value)};`;
    });
    return this.script(lines.join("\n"), attributes);
  }

  /** Returns data for scripts to read. Nothing runs, so the policy need not allow it. */
  data(id: string, value: unknown): string {
    return `<script type="application/json"${print({ id })}>${scriptJson(value)}</script>`;
  }

  /** Returns an inline style as a tag. @throws Error if the text could end its element early */
  style(text: string): string {
    return `<style>${this.styleText(inlineStyle(text)).toString()}</style>`;
  }

  /** Returns the text of an inline style's element, in UTF-8. */
  styleText({ text, hash, hasFont }: InlineStyle): Buffer {
    this.styleHashes.add(hash);
    this.hasFont ||= hasFont;
    return text;
  }
}

/** A style as pages contain it. */
export interface InlineStyle {
  /** In UTF-8: it can be as large as the rest of the page. */
  text: Buffer;
  /** Its source expression for the content security policy. */
  hash: string;
  /** Whether it contains a font. */
  hasFont: boolean;
}

/** Prepares an inline style. @throws Error if the text could end its element early */
export function inlineStyle(text: string): InlineStyle {
  const clean = unixLines(text);
  if (/<\/style|<!--/i.test(clean)) throw new Error("An inline style may not contain style tags or <!--");
  return { text: Buffer.from(clean), hash: hashOf(clean), hasFont: clean.includes("url(data:font/") };
}

/** Normalizes line endings, as HTML parsers do before the text is hashed. */
function unixLines(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

function hashOf(text: string): string {
  const known = hashes.get(text);
  if (known) return known;
  const hash = `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  if (text.length < 100_000) hashes.set(text, hash);
  return hash;
}

function print(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`)
    .join("");
}
