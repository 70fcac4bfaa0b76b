import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FormTag, tagTypes } from "./form-tag.rules.ts";
import { maxTags, maxTemplateLength, parseTemplate } from "./form-template.rules.ts";

describe("a form tag", () => {
  test("has a type, a name, options and values with pipes", () => {
    expect(tagOf(`[select* your.team id:team multiple "Sales|sales@shop.test" 'Help "desk"']`)).toMatchObject({
      type: "select",
      required: true,
      name: "your_team",
      options: ["id:team", "multiple"],
      choices: [
        { shown: "Sales", sent: "sales@shop.test" },
        { shown: 'Help "desk"', sent: 'Help "desk"' },
      ],
      content: "",
      line: 1,
      column: 1,
    });
  });

  test.each([
    ["[text a]", { name: "a", options: [], required: false }],
    ["[text a /]", { name: "a", options: [] }],
    ["[text a 40/100 /]", { options: ["40/100"] }],
    ["[textarea a 40x10/500]", { options: ["40x10/500"] }],
    ["[submit]", { type: "submit", name: "" }],
    ['[submit "Send it"]', { name: "", choices: [{ shown: "Send it", sent: "Send it" }] }],
    ["[text\n  a\n  class:x\n]", { name: "a", options: ["class:x"] }],
    ["[text\u00a0a]", { name: "a", options: [] }],
    ["[text a\u00a0size:3]", { options: ["size:3"] }],
    ["[text a class:x class:y]", { options: ["class:x", "class:y"] }],
    ["[date d min:today+1_day]", { options: ["min:today+1_day"] }],
    ['[text a "5 &lt; 6 &amp; 7 &#39;x&#x27; &hellip;"]', { choices: [{ shown: "5 < 6 & 7 'x' &hellip;" }] }],
    ['[text a "one|two|three"]', { choices: [{ shown: "one", sent: "two|three" }] }],
    ['[text a "|"]', { choices: [{ shown: "", sent: "" }] }],
    ['[text a ""]', { choices: [{ shown: "", sent: "" }] }],
    ['[text a"x"]', { name: "a", choices: [{ shown: "x" }] }],
    ["[acceptance ok] I<br>agree<br />\nnow<br /> [/acceptance]", { content: "I<br>agree\nnow" }],
    ["[textarea a]Line 1\nLine 2[/textarea]", { content: "Line 1\nLine 2" }],
    ["[textarea* a]text[/textarea]", { content: "" }],
    ["[textarea* a]text[/textarea*]", { content: "text" }],
    ["[acceptance ok]a [b] c[/acceptance]", { content: "" }],
    ["[text constructor]", { name: "constructor" }],
  ])("%j", (template, expected) => {
    expect(tagOf(template)).toMatchObject(expected);
  });

  test.each(tagTypes)("of the type %s is found", (type) => {
    expect(tagOf(`[${type} some-name]`).type).toBe(type);
  });

  test("in double brackets is text", () => {
    expect(rendered('Write [[text a]] or [[select* b "x"]].')).toBe('<p>Write [text a] or [select* b "x"].\n</p>');
    expect(rendered("[[acceptance a]x[/acceptance]]")).toBe("<p>[acceptance a]x[/acceptance]\n</p>");
    expect(rendered("[[text a] and [text b]]")).toBe("<p>[{text a} and {text b}]\n</p>");
  });

  test("within a comment is left out with the comment", () => {
    const { tags, faults, parts } = parseTemplate("a <!-- [text a] [text b] --> [text c]");
    expect(tags.map(({ name }) => name)).toEqual(["c"]);
    expect(faults).toEqual([]);
    expect(JSON.stringify(parts)).not.toContain("--");
  });
});

describe("faults", () => {
  test.each([
    ["Hello\n  [txt a]", "type_unknown", 2, 3],
    ["[text]", "name_missing", 1, 1],
    ['[text "x"]', "name_missing", 1, 1],
    ["a\r\n[text 1a]", "name_invalid", 2, 1],
    ["[text __proto__]", "name_invalid", 1, 1],
    ["[text a ü]", "option_invalid", 1, 9],
    ["[text a 😀]", "option_invalid", 1, 9],
    ['[text a "x" size:3]', "option_invalid", 1, 13],
    ['[text a\n "x]', "quote_open", 2, 2],
    ["[radio* a]", "star_not_allowed", 1, 1],
    ["[submit*]", "star_not_allowed", 1, 1],
    ["[text a", "tag_open", 1, 1],
    ["a [/acceptance]", "closing_without_tag", 1, 3],
    ['<p title="[text a]">', "tag_in_element", 1, 11],
  ])("%j: %s", (template, code, line, column) => {
    const { faults, tags } = parseTemplate(template);
    expect(faults).toMatchObject([{ code, line, column }]);
    expect(faults[0]?.message).toMatch(/\.$/);
    expect(tags).toEqual([]);
  });

  test("leave the tag in the form as text", () => {
    expect(rendered("[text 1] [text a]")).toBe("<p>[text 1] {text a}\n</p>");
    expect(rendered('<b title="[text a]">x</b>')).toBe('<p><b title="[text a]">x</b>\n</p>');
  });

  test("brackets that are no tags are text without a fault", () => {
    const text = "[1] [ text a] [] [Note] a[0] ]] [-] [[";
    expect(rendered(text)).toBe(`<p>${text}\n</p>`);
    expect(parseTemplate(text).faults).toEqual([]);
  });

  test("are listed in the order of the template", () => {
    const { faults } = parseTemplate('<i title="[text a]">\n[foo]\n[text 2]\n[bar]');
    expect(faults.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
  });
});

describe("paragraphs", () => {
  test.each([
    [
      "<label> Your name\n    [text* n] </label>\n\n[submit]",
      "<p><label> Your name<br />\n{text n} </label>\n</p>\n<p>{submit }\n</p>",
    ],
    ["a\nb", "<p>a<br />\nb\n</p>"],
    ["a\n \n\n b", "<p>a\n</p>\n<p>b\n</p>"],
    ["a\r\n\r\nb", "<p>a\n</p>\n<p>b\n</p>"],
    ["a<br>\nb", "<p>a<br />\nb\n</p>"],
    ["<div>\na\n</div>", "<div>\n<p>a\n</p>\n</div>"],
    ["<h2>Title</h2>\nText", "<h2>Title</h2>\n<p>Text\n</p>"],
    ["<p>one\ntwo</p>", "<p>one<br />\ntwo</p>"],
    ["<ul>\n<li>a</li>\n</ul>", "<ul>\n<li>\n<p>a\n</p>\n</li>\n</ul>"],
    ["<pre>\na\n\nb</pre>", "<pre>\na\n\nb</pre>"],
    ["[hidden h]\nText", "{hidden h}\n<p>Text\n</p>"],
    ["a\n[response]\nb", "<p>a\n</p>\n{response }\n<p>b\n</p>"],
    ["<span>a\n\nb</span>", "<p><span>a<br />\nb</span>\n</p>"],
    ["", ""],
    [" \n \n", ""],
  ])("%j", (template, html) => {
    expect(rendered(template)).toBe(html);
  });

  test("can be switched off", () => {
    const { parts } = parseTemplate("a\n\n[text b]", { autoParagraphs: false });
    expect(parts).toMatchObject([{ html: "a\n\n" }, { tag: { name: "b" } }]);
  });
});

describe("hostile templates", () => {
  test.each([
    ["[text ", 20_000],
    ["[text a", 20_000],
    ["[text a]", 20_000],
    ["[", 100_000],
    ["[[text a]", 20_000],
    ["[[text a]]", 20_000],
    ['[text a "', 20_000],
    ["[acceptance a]", 10_000],
    ["[acceptance a] [", 10_000],
    ["<a '", 30_000],
    ["<!--", 30_000],
    ["<a ", 30_000],
    ["<div>", 20_000],
    ["<b>\n\n", 20_000],
    [" ", 100_000],
    ["\n", 100_000],
    [" \n", 50_000],
    ["\ue000\ue001", 10_000],
    ["[x]", 30_000],
    ["[text 1]", 12_000],
  ])("%j repeated %d times is parsed in linear time", (piece, count) => {
    const start = process.cpuUsage().user;
    const { tags, faults } = parseTemplate(piece.repeat(count));
    expect((process.cpuUsage().user - start) / 1e6).toBeLessThan(2);
    expect(tags.length).toBeLessThanOrEqual(maxTags);
    expect(faults.length).toBeLessThanOrEqual(51);
  });

  test("too long templates and too many tags are faults", () => {
    expect(parseTemplate("a".repeat(maxTemplateLength + 1)).faults[0]?.code).toBe("template_too_long");
    expect(parseTemplate("[text a]".repeat(maxTags + 1)).faults[0]?.code).toBe("too_many_tags");
    expect(parseTemplate("[text a]".repeat(maxTags)).faults).toEqual([]);
  });

  test("any text is parsed, and no mark is left", () => {
    const piece = fc.constantFrom(
      "[",
      "]",
      "[text* a",
      '"',
      "'",
      "|",
      "<",
      ">",
      "<!--",
      "-->",
      "\ue000",
      "[/acceptance]",
      "[acceptance x]",
      "\n\n",
      " ",
      "size:3",
      "<div>",
      "</div>",
      "<b title=",
      "[[",
      "]]",
      "[hidden h]",
      "é",
      "/",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { parts, tags } = parseTemplate(pieces.join(""));
        const found = parts.flatMap((part) => ("tag" in part ? [part.tag] : []));
        expect(found).toEqual(tags);
        expect(parts.map((part) => ("html" in part ? part.html : "")).join("")).not.toMatch(/[\ue000\ue001]/);
      }),
      { numRuns: 3000 },
    );
  });
});

function tagOf(template: string): FormTag {
  const [tag] = parseTemplate(template).tags;
  if (!tag) throw new Error(`No tag in ${template}`);
  return tag;
}

/** Returns the form's HTML with {type name} for each tag. */
function rendered(template: string): string {
  return parseTemplate(template)
    .parts.map((part) => ("html" in part ? part.html : `{${part.tag.type} ${part.tag.name}}`))
    .join("");
}
