import { expect, test } from "vitest";
import { decodeHtml } from "../contact/html-text.rules.ts";
import { type Part, parseBody, withoutBlocks } from "../content/blocks/parse-body.ts";
import { markdownToHtml } from "../content/import/markdown.ts";
import { hostileHtml } from "./hostile-html.fixtures.ts";
import { plainTextOf, sanitiseFormText, sanitiseRichText } from "./sanitise.ts";

const elements = new Set(
  "p div br hr h2 h3 h4 h5 h6 blockquote pre code kbd ul ol li dl dt dd a strong b em i u s del ins mark small sub sup abbr cite q time table caption colgroup col thead tbody tfoot tr th td figure figcaption img details summary".split(
    " ",
  ),
);
const attributes = new Set(
  "href title rel hreflang src alt width height loading decoding datetime start reversed open id scope colspan rowspan headers abbr span lang dir class data-elementor-lightbox-title data-elementor-lightbox-description data-elementor-open-lightbox".split(
    " ",
  ),
);

/** Whether a browser takes an address for one of this shop, or for one on another site that is written in full. */
function isHarmless(address: string): boolean {
  const base = "https://shop.example/a/";
  if (!URL.canParse(address, base)) return true;
  const { protocol, origin } = new URL(address, base);
  if (protocol === "mailto:" || protocol === "tel:") return true;
  return origin === new URL(base).origin || /^https?:\/\//i.test(address);
}

const tag = /^<\/?([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)(?: \/)?>$/;

/** Returns what in sanitised HTML is not allowed. Strict: each "<" has to begin a tag in its plainest form. */
function faultsOf(html: string, also: ReadonlySet<string> = new Set()): string[] {
  return (html.match(/<[^>]*>?/g) ?? []).flatMap((text) => {
    const [, name = "", given = ""] = tag.exec(text) ?? [];
    if (!elements.has(name) && !also.has(name)) return [text];
    return [...given.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)]
      .filter(([, attribute = "", value = ""]) => !isAllowed(attribute, decodeHtml(value), also))
      .map(([attribute]) => attribute);
  });
}

function isAllowed(attribute: string, value: string, also: ReadonlySet<string>): boolean {
  if (also.has(attribute)) return true;
  if (!attributes.has(attribute)) return false;
  if (attribute === "class") return /^label-table[\w -]*$/.test(value);
  if (attribute === "id") return /^text-[\p{L}\p{M}\p{N}_.:-]+$/u.test(value);
  if (attribute === "href") return isHarmless(value);
  return attribute !== "src" || (value.startsWith("/media/") && !value.includes(".."));
}

function htmlIn(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => (typeof part === "string" ? [part] : htmlIn(part.content)));
}

test(`${hostileHtml.length} hostile texts come out with allowed elements, attributes and addresses only, and stay as they are`, () => {
  for (const html of hostileHtml) {
    const clean = sanitiseRichText(html);
    expect({ html, faults: faultsOf(clean) }).toEqual({ html, faults: [] });
    expect({ html, again: sanitiseRichText(clean) }).toEqual({ html, again: clean });
  }
  expect(hostileHtml.length).toBeGreaterThan(400);
});

test("nor does taking out or showing their shortcodes make them dangerous", () => {
  for (const html of hostileHtml) {
    const clean = sanitiseRichText(html);
    const shown = htmlIn(parseBody(clean).parts).flatMap((part) => faultsOf(part));
    expect({ html, faults: [...shown, ...faultsOf(withoutBlocks(clean))] }).toEqual({ html, faults: [] });
  }
});

test("the templates of forms and plain texts keep nothing of them either", () => {
  const form = new Set(["label", "fieldset", "legend", "span", "section", "for", "class"]);
  for (const html of hostileHtml) {
    expect({ html, faults: faultsOf(sanitiseFormText(html), form) }).toEqual({ html, faults: [] });
    expect(plainTextOf(html).includes("\0")).toBe(false);
  }
});

test("all of them in one text, in any order, are as harmless", () => {
  for (const all of [hostileHtml, hostileHtml.toReversed()]) {
    const clean = sanitiseRichText(all.join("\n"));
    expect(faultsOf(clean)).toEqual([]);
    expect(sanitiseRichText(clean)).toBe(clean);
  }
});

test("nor does Markdown make them dangerous", () => {
  for (const html of hostileHtml)
    for (const text of [html, `- ${html}`, `[${html}](${html})`, `![${html}](javascript:attacked() "${html}")`]) {
      const made = markdownToHtml(text);
      expect({ text, faults: faultsOf(made) }).toEqual({ text, faults: [] });
    }
});
