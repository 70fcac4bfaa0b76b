import fc from "fast-check";
import { expect, test } from "vitest";
import { productFacts } from "./product-facts.ts";
import { plainTextOf, sanitiseRichText } from "./sanitise.ts";

test.each([
  ["<p onclick=x()>a</p>", "<p>a</p>"],
  ["<script>a</script><style>b</style>c", "c"],
  [`<a href="javascript:alert(1)">a</a>`, "<a>a</a>"],
  [`<a href=" &#106;avascript:alert(1)">a</a>`, "<a>a</a>"],
  [`<a href="//evil.example">a</a>`, "<a>a</a>"],
  [`<a href="/shop/" target="_blank">a</a>`, `<a href="/shop/">a</a>`],
  [
    `<a href="/media/a.jpg" data-elementor-lightbox-title="A &lt;b&gt;" data-x="y">a</a>`,
    `<a href="/media/a.jpg" data-elementor-lightbox-title="A &lt;b&gt;">a</a>`,
  ],
  [`<a href="https://a.example">a</a>`, `<a href="https://a.example" rel="noopener noreferrer">a</a>`],
  [`<img src="https://a.example/x.gif">`, ""],
  [`<img src="/media/../secret">`, ""],
  [`<img src="/media/aa/bb/c.jpg" alt="x" onerror="a()">`, `<img src="/media/aa/bb/c.jpg" alt="x" />`],
  ["<iframe src=x></iframe><form><input></form><svg><a/></svg>", "<a></a>"],
  [
    `<table class="label-table label-table--end evil" style="x"></table>`,
    `<table class="label-table label-table--end"></table>`,
  ],
  [
    `<details open class="x" ontoggle="a()" name="y"><summary onclick="a()">a</summary><p>b</p></details>`,
    "<details open><summary>a</summary><p>b</p></details>",
  ],
  [
    `<a href="#part">a</a> <a href="#comments">b</a><h2 id="part">c</h2><p id="part">d</p>`,
    `<a href="#text-part">a</a> <a href="#comments">b</a><h2 id="text-part">c</h2><p>d</p>`,
  ],
  [
    `<a href="#%D8%AD%D8%B5%DB%81">a</a><h2 id="حصہ">b</h2><a name="end">c</a>`,
    `<a href="#text-%D8%AD%D8%B5%DB%81">a</a><h2 id="text-حصہ">b</h2><a id="text-end">c</a>`,
  ],
  [
    `<p id="masthead">a</p><p id="a b">b</p><p id="x&quot; onclick=&quot;y">c</p><p id="text-own">d</p><p id>e</p>`,
    `<p id="text-masthead">a</p><p>b</p><p>c</p><p id="text-own">d</p><p>e</p>`,
  ],
  ["<h1>a</h1>", "<h2>a</h2>"],
  ["a & b < c", "a &amp; b &lt; c"],
])("%s becomes %s", (html, expected) => expect(sanitiseRichText(html)).toBe(expected));

test("sanitising is idempotent", () => {
  const part = fc.constantFrom(
    "<p>",
    "</p>",
    "<div>",
    "<table>",
    "<tr>",
    "<td>",
    "<script>",
    "<a href='x'>",
    "<a href='#x'>",
    "<p id=x>",
    "<a name='text-x'>",
    "<img src=/media/a>",
    "<!--",
  );
  const html = fc.array(fc.oneof(part, fc.string({ maxLength: 5 })), { maxLength: 12 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(html, (one) => {
      const clean = sanitiseRichText(one);
      expect(clean).not.toMatch(/<script|onerror/i);
      expect(sanitiseRichText(clean)).toBe(clean);
    }),
    { numRuns: 1000 },
  );
});

test("plain text has neither tags nor entities", () => {
  expect(plainTextOf("<p>a &amp; <b>b</b>\n c</p>")).toBe("a & b c");
});

test("facts are the rows of the opening table, if they are pairs", () => {
  const table = (rows: string) => sanitiseRichText(`<table class="label-table"><tbody>${rows}</tbody></table><p>x</p>`);
  const pair = `<tr><th scope="row">Item <b>Form</b></th><td>Capsule &lt; 1 g</td></tr>`;
  expect(productFacts(table(pair))).toEqual([{ label: "Item Form", value: "Capsule < 1 g" }]);
  expect(productFacts(table(`${pair}<tr><td>a</td></tr>`))).toEqual([]);
  expect(productFacts(`<p>a</p>${table(pair)}`)).toEqual([]);
});
