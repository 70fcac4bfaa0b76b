import { expect, test } from "vitest";
import { markdownToHtml } from "../import/markdown.ts";
import { checkBody } from "./check-body.ts";
import { maxBlocks, type Part, parseBody, textOfBeginning, withoutBlocks } from "./parse-body.ts";

/** Writes blocks as {name attribute=value|content}. */
function written(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      const attributes = [...part.attributes].map(([name, value]) => ` ${name}=${value}`).join("");
      return `{${part.name}${attributes}${part.content.length > 0 ? `|${written(part.content)}` : ""}}`;
    })
    .join("");
}
const read = (html: string) => written(parseBody(html).parts);

test.each([
  ["<p>A</p><p>[product id=7]</p>", "<p>A</p>{product id=7}"],
  ["<p>Ask: [contact-form-7 id=7] now</p>", "<p>Ask: </p>{contact-form-7 id=7}<p> now</p>"],
  ["<li>[gallery ids='1,2']</li>", "<li>{gallery ids=1,2}</li>"],
  ["<p>[product sku=&quot;a&amp;b&quot; slug=“c”]</p>", "{product sku=a&b slug=c}"],
  ["<p>[product id=1]<br />\n[product id=2]</p>", "{product id=1}\n{product id=2}"],
  ["<p>[embed]https://youtu.be/dQw4w9WgXcQ[/embed]</p>", "{embed|https://youtu.be/dQw4w9WgXcQ}"],
  ['<p>[caption]<img src="/media/a.jpg" /> A[/caption]</p>', '{caption|<img src="/media/a.jpg" /> A}'],
  [
    "<p>[pricing_table]</p><p>[plan id=1]</p><ul><li>x</li></ul><p>[/plan][/pricing_table]</p>",
    "{pricing_table|{plan id=1|<ul><li>x</li></ul>}}",
  ],
  ["<p>https://vimeo.com/123456789</p>", "{video src=https://vimeo.com/123456789}"],
  [
    '<p><a href="https://youtu.be/dQw4w9WgXcQ">https://youtu.be/dQw4w9WgXcQ</a></p>',
    "{video src=https://youtu.be/dQw4w9WgXcQ}",
  ],
  ["a\nhttps://youtu.be/dQw4w9WgXcQ\nb", "a\n{video src=https://youtu.be/dQw4w9WgXcQ}\nb"],
])("%s has the blocks %s", (html, expected) => expect(read(html)).toBe(expected));

test("one block can be found alone: all other text stays", () => {
  const html = "<p>[product id=1] https://youtu.be/dQw4w9WgXcQ</p>[contact-form-7 id=7][x y=1]";
  expect(written(parseBody(html, "contact-form-7").parts)).toBe(
    "<p>[product id=1] https://youtu.be/dQw4w9WgXcQ</p>{contact-form-7 id=7}[x y=1]",
  );
});

test.each(['<p>[[product id="7"]]</p>', "<p>[[/caption]]</p>"])("double brackets are literal: %s", (html) =>
  expect(read(html)).toBe(html.replace("[[", "[").replace("]]", "]")),
);

test.each([
  "<p>He [sic] said [1] so [the dog did]</p>",
  "<pre><code>[product id=7]</code></pre>",
  '<a title="[product id=7]" href="/a/">x</a>',
  "<p>[product</p>",
  "<p>https://example.com/</p>",
  "<p>See https://youtu.be/dQw4w9WgXcQ for more</p>",
])("text stays: %s", (html) => expect(read(html)).toBe(html));

test("unknown shortcodes are removed, their content stays, and the check names them in order", () => {
  const html = "<p>A</p>\n<p>[rev_slider alias='x']</p>\n<p>[fancy]B[/fancy] [tabs a=1]C</p>\n<p>[contact]</p>";
  expect(read(html)).toBe("<p>A</p>\n\n<p>B C</p>\n");
  expect(checkBody(html)).toEqual([
    "[rev_slider alias='x'] is unknown and not shown",
    "[fancy] is unknown and not shown",
    "[tabs a=1] is unknown and not shown",
    "[contact] is unknown and not shown",
  ]);
});

test("broken shortcodes of blocks are not shown, and the check names them in order; other text in brackets stays", () => {
  const html = `<p>A [product sku="DEO CA" id=&quot;1&quot; and</p>
<p>[PRODUCT sku="B"] [Product id=3]C[/Product] [/product] [product id=1][/product]</p>
<p>[product] [gallery] [carousel title="D"]</p><p>[video src="E</p>
<p>[Sic] [Note to=self] [Smith 2020] [see a="b" [the] [/dogs]</p>`;
  const shown = read(html).replace(/\{[^}]*\}/g, "");
  expect(
    shown
      .replace(/<\/?p>|\s+/g, " ")
      .replace(/ +/g, " ")
      .trim(),
  ).toBe('A and C [Sic] [Note to=self] [Smith 2020] [see a="b" [the] [/dogs]');
  expect(checkBody(html)).toEqual([
    '[product sku="DEO CA" id=&quot;1&quot; is not shown: its closing bracket is missing',
    '[PRODUCT sku="B"] is not shown: write its name in small letters',
    "[Product id=3] is not shown: write its name in small letters",
    "[/Product] is not shown: write its name in small letters",
    "[/product] is not shown: there is no opening tag before it",
    "[product] shows nothing: it needs id, sku or slug",
    "[gallery] shows nothing: it needs ids or pictures",
    '[video src="E is not shown: its closing bracket is missing',
  ]);
});

test("the check names attributes that a block does not have or cannot read", () => {
  expect(checkBody('<p>[products limit=0 colums=2 class=x]</p>\n<p>[video src="javascript:x"]</p>')).toEqual([
    "limit of [products limit=0 colums=2 class=x] has to be a whole number from 1 to 60",
    '[products limit=0 colums=2 class=x] has no attribute "colums"',
    'src of [video src="javascript:x"] has to be an address on YouTube or Vimeo, or a file of this shop',
  ]);
});

test("a block in a link or heading is left out, and one without its closing tag keeps its content", () => {
  const html = '<h2>[product id=1]A</h2>\n<a href="/">[product id=1]B</a>\n<p>[caption]C</p><p>D[/caption]</p>';
  expect(read(html)).toBe('<h2>A</h2>\n<a href="/">B</a>\n<p>C</p><p>D</p>');
  expect(checkBody(html).map((line) => line.split(":", 1)[0])).toEqual([
    "[product id=1] is not shown",
    "[product id=1] is not shown",
    "[caption] is not shown",
  ]);
});

test("in Markdown a list ends before a line that is a shortcode, and code stays as it is", () => {
  const table =
    '[pricing_table id="a"]\n[plan name="B"]\n- C\n- D\n[/plan]\n[plan name="E"]\n1. F\n[/plan]\n[/pricing_table]\n';
  expect(checkBody(markdownToHtml(table))).toEqual([]);
  expect(read(markdownToHtml(table)).replace(/\s/g, "")).toContain("<ul><li>C</li><li>D</li></ul>}");
  expect(markdownToHtml("```\n- A\n[/plan]\n```")).toContain("- A\n[/plan]");
});

test("in Markdown the address of an [embed] ends before its closing tag", () => {
  const text = "A\n\n[embed]https://vimeo.com/123456789?a=b&c=d[/embed]\n\nB";
  expect(checkBody(markdownToHtml(text))).toEqual([]);
  expect(read(markdownToHtml(text)).replace(/\s/g, "")).toBe(
    "<p>A</p>{embed|https://vimeo.com/123456789?a=b&amp;c=d}<p>B</p>",
  );
});

test("places without blocks get the text without shortcodes", () => {
  expect(withoutBlocks("<p>A</p><p>[product id=1]</p>[caption]<b>C</b>[/caption][x y=1]")).toBe("<p>A</p><b>C</b>");
});

test("blocks are bounded in number and depth, and the first one left out is named", () => {
  const html = "<p>[product id=1]</p>\n".repeat(10_000);
  expect(parseBody(html).parts.filter((part) => typeof part !== "string")).toHaveLength(maxBlocks);
  expect(checkBody(html)).toEqual([
    `[product id=1] and what follows is not shown: a page can have ${maxBlocks} blocks`,
  ]);
  const deep = "[plan]".repeat(50) + "x" + "[/plan]".repeat(50);
  expect(read(deep)).toBe("{plan|{plan|{plan|x}}}");
});

test.each([
  ["tags", "[product id=1]"],
  ["unclosed brackets", "[product a=1 "],
  ["opening brackets", "["],
  ["enclosing tags", "[pricing_table]"],
  ["unknown tags", "[a b=c]"],
  ["attributes without end", '[product a="'],
  ["names without a value", "[product aaaaaaaaaaaaaaaaaa "],
  ["paragraphs", "<p>[product"],
  ["paragraphs of tags", "<p>[a]<br>"],
  ["closing tags", "[/caption]"],
  ["elements", "<b>"],
  ["addresses", "<p>https://youtu.be/a "],
])("2 MB of %s are read in bounded time", (_, part) => {
  const html = part.repeat(Math.ceil(2_000_000 / part.length));
  const began = process.cpuUsage();
  parseBody(html);
  // In microseconds; 2 MB take about 0.2 s, and would take minutes in quadratic time.
  expect(process.cpuUsage(began).user).toBeLessThan(4_000_000);
});

test.each([
  ['<p>A [sic] <b>b</b> [video src="x"] c</p>', "A [sic] b c"],
  ["<p>A</p><p class=", "A"],
  ['<p>A [video src="x', "A"],
  ["<p>A [see b", "A [see b"],
])("the text of the beginning %s is %s", (html, text) => {
  expect(textOfBeginning(html)).toBe(text);
});
