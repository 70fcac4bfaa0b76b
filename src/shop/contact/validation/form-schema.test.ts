import { describe, expect, test } from "vitest";
import { parseTemplate } from "../template/form-template.rules.ts";
import { messagesOf } from "./form-messages.rules.ts";
import { schemaOf } from "./form-schema.rules.ts";
import type { FormRule } from "./form-validation.rules.ts";

test("the schema has a version, the locale and rules in the field's order", () => {
  const { version, locale, rules } = schemaOf(
    parseTemplate(
      `[textarea* message] [text* name] [email mail] [select* team "a" "b"] [number n] [file* doc] [date d]
       [radio r "x"] [checkbox* c "1" "2"] [submit] [quiz q "1+1|2"] [acceptance ok] I agree [/acceptance] [hidden h]`,
    ).tags,
    { messages: messagesOf(), locale: "en_US", today: "2026-04-15" },
  );
  expect(version).toBe("Contact Form 7 SWV Schema 2024-10");
  expect(locale).toBe("en_US");
  expect(rules.map(({ field, rule }) => `${field} ${rule}`)).toEqual([
    "r required",
    "r maxitems",
    "c required",
    "d date",
    "doc requiredfile",
    "doc file",
    "doc maxfilesize",
    "n number",
    "team required",
    "name required",
    "name maxlength",
    "mail email",
    "mail maxlength",
    "message required",
    "message maxlength",
    "r enum",
    "c enum",
    "team enum",
  ]);
  expect(Object.keys(rules[1] ?? {})).toEqual(["rule", "field", "threshold", "error"]);
});

test.each<[template: string, rules: FormRule[]]>([
  ["[text a]", [{ rule: "maxlength", field: "a", threshold: 400, error: "This field has a too long input." }]],
  [
    "[email* a minlength:8 maxlength:50]",
    [
      { rule: "required", field: "a", error: "Please fill out this field." },
      { rule: "email", field: "a", error: "Please enter an email address." },
      { rule: "minlength", field: "a", threshold: 8, error: "This field has a too short input." },
      { rule: "maxlength", field: "a", threshold: 50, error: "This field has a too long input." },
    ],
  ],
  [
    "[range a max:50]",
    [
      { rule: "number", field: "a", error: "Please enter a number." },
      { rule: "minnumber", field: "a", threshold: "0", error: "This field has a too small number." },
      { rule: "maxnumber", field: "a", threshold: "50", error: "This field has a too large number." },
    ],
  ],
  [
    "[date a min:today+1_day max:2027-01-01]",
    [
      { rule: "date", field: "a", error: "Please enter a date in YYYY-MM-DD format." },
      { rule: "mindate", field: "a", threshold: "2026-04-16", error: "This field has a too early date." },
      { rule: "maxdate", field: "a", threshold: "2027-01-01", error: "This field has a too late date." },
    ],
  ],
  [
    "[file a limit:2mb filetypes:pdf|.DOCX|text/csv]",
    [
      {
        rule: "file",
        field: "a",
        accept: [".pdf", ".docx", "text/csv"],
        error: "You are not allowed to upload files of this type.",
      },
      { rule: "maxfilesize", field: "a", threshold: 2_097_152, error: "The uploaded file is too large." },
    ],
  ],
  [
    '[checkbox a exclusive "x &amp; y|mailed" " z "]',
    [
      { rule: "maxitems", field: "a", threshold: 1, error: "Too many items are selected." },
      {
        rule: "enum",
        field: "a",
        accept: ["x & y", "z"],
        error: "Undefined value was submitted through this field.",
      },
    ],
  ],
])("%s", (template, rules) => {
  expect(rulesOf(template)).toEqual(rules);
});

describe("details", () => {
  test.each([
    ["[text a 40/100]", 100],
    ["[text a /100]", 100],
    ["[text a maxlength:0]", 400],
    ["[text a maxlength:x]", 400],
    ["[textarea a]", 2000],
    ["[textarea a 40x10/500]", 500],
    ["[textarea a 40x10]", 2000],
    ["[textarea a x5/70]", 70],
    ["[text a minlength:20 maxlength:10]", undefined],
  ])("%s has the maximum length %s", (template, maximum) => {
    expect(rulesOf(template).find(({ rule }) => rule === "maxlength")?.threshold).toBe(maximum);
  });

  test.each([
    ["[file a]", 1_048_576],
    ["[file a limit:500kb]", 512_000],
    ["[file a limit:700]", 700],
    ["[file a limit:9B]", 9],
    ["[file a limit:big]", 1_048_576],
    ["[file a limit:0]", 1_048_576],
  ])("%s has the limit %d", (template, bytes) => {
    expect(rulesOf(template).find(({ rule }) => rule === "maxfilesize")?.threshold).toBe(bytes);
  });

  test.each([
    ["[file a]", ["audio/*", "video/*", "image/*"]],
    ["[file a filetypes:image/*|application/*|x/]", ["image/*"]],
    ["[file a filetypes:pdf filetypes:zip]", [".pdf", ".zip"]],
  ])("%s accepts %j", (template, accept) => {
    expect(rulesOf(template)[0]?.accept).toEqual(accept);
  });

  test.each([
    ['[select a "x" "y"]', ["x", "y"]],
    ['[select a first_as_label "x" "y"]', ["y"]],
    ['[select a include_blank "x" "y"]', ["x", "y"]],
    ["[select a]", []],
    ['[radio a "x"] [radio a "y" "x"] ', ["x", "y"]],
    ['[checkbox a free_text "x" "other"]', undefined],
    ['[checkbox a "x"] [checkbox a free_text "other"]', undefined],
  ])("%s has the values %j", (template, accept) => {
    expect(rulesOf(template).find(({ rule }) => rule === "enum")?.accept).toEqual(accept);
  });

  test("numbers that are none are no bounds", () => {
    expect(rulesOf("[number a min:x max:1_0]").map(({ rule }) => rule)).toEqual(["number"]);
    expect(rulesOf("[date a min:soon]").map(({ rule }) => rule)).toEqual(["date"]);
  });

  test("errors are the form's own messages without HTML elements", () => {
    const messages = messagesOf({ invalid_required: "<b onclick=x>Needed</b> 1 < 2 &lt;i&gt; <a" });
    const { rules } = schemaOf(parseTemplate("[text* a]").tags, { messages, locale: "en_US", today: "2026-04-15" });
    expect(rules[0]?.error).toBe("Needed 1 < 2 &lt;i&gt; ");
  });
});

function rulesOf(template: string): FormRule[] {
  const circumstances = { messages: messagesOf(), locale: "en_US", today: "2026-04-15" };
  return schemaOf(parseTemplate(template).tags, circumstances).rules;
}
