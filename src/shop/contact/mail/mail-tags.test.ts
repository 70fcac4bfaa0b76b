import { expect, test } from "vitest";
import { postedFields } from "../posted-fields.rules.ts";
import { parseTemplate } from "../template/form-template.rules.ts";
import { mailTagsOf, replaceMailTags } from "./mail-tags.rules.ts";

const { tags } = parseTemplate(
  `[text your.name] [checkbox colours "r|Red" "b|Blue"] [date day] [acceptance ok] I <b>agree</b> &amp; <a href="/terms">read</a> [/acceptance]
   [acceptance news] Send news [/acceptance] [file doc] [text empty]`,
);
const fields = postedFields(tags, [
  ["your_name", "Ann [_site_title] <b>"],
  ["colours[]", "r"],
  ["colours[]", "b"],
  ["day", "2026-04-05"],
  ["ok", "1"],
  ["doc", { name: "cv.pdf", size: 9 }],
]);
const values = { tags, fields, specials: new Map([["_site_title", "Shop & Co"]]), locale: "en-US", separator: "; " };

test.each([
  ["Hello [your-name]", "Hello [your-name]"],
  ["[your.name]", "Ann [_site_title] <b>"],
  ["[your_name]", "Ann [_site_title] <b>"],
  ["[ your_name ]", "Ann [_site_title] <b>"],
  ["[colours]", "Red; Blue"],
  ["[_raw_colours]", "r; b"],
  ['[_format_day "l, j F Y"]', "Sunday, 5 April 2026"],
  ["[_format_day 'd.m.y']", "05.04.26"],
  ["[_format_day]", "2026-04-05"],
  ['[_format_your_name "Y"]', "Ann [_site_title] <b>"],
  ["[ok] [news]", "Consented: I agree & read Not consented: Send news"],
  ["[doc]", "cv.pdf"],
  ["a[empty]b", "ab"],
  ["[_site_title]", "Shop & Co"],
  ["[_unknown] [_raw_unknown]", "[_unknown] [_raw_unknown]"],
  ["[[your.name]] [[x]]", "[your.name] [x]"],
  ["[[doc] [doc]]", "[cv.pdf cv.pdf]"],
  ["[constructor] [__proto__]", "[constructor] [__proto__]"],
  ["[] [1] [your name] [", "[] [1] [your name] ["],
  ["$& $1 [doc]", "$& $1 cv.pdf"],
])("%j becomes %j", (template, text) => {
  expect(replaceMailTags(template, values)).toBe(text);
});

test("values are escaped in HTML, the template is not", () => {
  expect(replaceMailTags("<p>[your.name] [_site_title]</p>", values, { html: true })).toBe(
    "<p>Ann [_site_title] &lt;b&gt; Shop &amp; Co</p>",
  );
});

test("mail-tags are listed with their offset", () => {
  expect(mailTagsOf('a [x.y] [[z]] [_raw_b] [_date]\n[_format_d "Y"]')).toEqual([
    { name: "x_y", kind: "field", format: "", at: 2 },
    { name: "b", kind: "raw", format: "", at: 14 },
    { name: "_date", kind: "special", format: "", at: 23 },
    { name: "d", kind: "format", format: "Y", at: 31 },
  ]);
});
