import { describe, expect, test } from "vitest";
import {
  acceptanceText,
  consentsOf,
  isStorageAllowed,
  missingAcceptances,
  type PostedFields,
  postedFields,
  quizAnswerKey,
  quizQuestions,
} from "./posted-fields.rules.ts";
import type { FormTag } from "./template/form-tag.rules.ts";
import { parseTemplate } from "./template/form-template.rules.ts";
import type { FormFile } from "./validation/form-validation.rules.ts";

type Entries = [string, string | FormFile][];

describe("the values of a field", () => {
  test.each<[template: string, entries: Entries, values: string[], shown?: string[]]>([
    ["[text a]", [["a", "  x\0y\n "]], ["xy"]],
    ["[text a]", [["a", "x\ud800y😀"]], ["xy😀"]],
    ["[text a]", [["a", " \u00a0 "]], []],
    [
      "[text a]",
      [
        ["a", "1"],
        ["a", "2"],
      ],
      ["2"],
    ],
    ["[text a.b]", [["a_b", "x"]], ["x"]],
    ["[text a]", [["a", { name: "x", size: 1 }]], []],
    ['[hidden a "low|Low priority"]', [["a", "low"]], ["Low priority"], ["low"]],
    ['[select a "CEO|ceo@shop.test" "Sales"]', [["a", "CEO"]], ["ceo@shop.test"], ["CEO"]],
    [
      '[select a multiple "x|X" "y|Y"]',
      [
        ["a[]", "x"],
        ["a[]", "y"],
      ],
      ["X", "Y"],
      ["x", "y"],
    ],
    ['[select a include_blank "x"]', [["a", ""]], []],
    ['[select a "x"]', [["a", "other"]], ["other"]],
    ['[select a "x|"]', [["a", "x"]], [], ["x"]],
    ['[checkbox a " x |X"]', [["a[]", " x "]], ["X"], ["x"]],
    [
      '[checkbox a free_text "x" "other|Other"]',
      [
        ["a[]", "x"],
        ["a[]", "other"],
        ["_wpcf7_free_text_a", " blue "],
      ],
      ["x", "Other blue"],
      ["x", "other blue"],
    ],
    [
      '[radio a free_text "x" "other"]',
      [
        ["a", "other"],
        ["_wpcf7_free_text_a", ""],
      ],
      ["other"],
    ],
    [
      '[radio a free_text "x" "other"]',
      [
        ["a", "x"],
        ["_wpcf7_free_text_a", "blue"],
      ],
      ["x"],
    ],
    ['[checkbox a "x|X"] [checkbox a "y|Y"]', [["a[]", "y"]], ["Y"], ["y"]],
    ["[acceptance a] ok [/acceptance]", [["a", "1"]], ["1"]],
    ["[acceptance a] ok [/acceptance]", [["a", "0"]], []],
    [
      "[file a]",
      [
        ["a", { name: "b.pdf", size: 3 }],
        ["a", { name: "", size: 0 }],
        ["a", "c.pdf"],
      ],
      ["b.pdf"],
    ],
    ["[text constructor]", [["constructor", "x"]], ["x"]],
  ])("%s with %j", (template, entries, values, shown = values) => {
    const [field, ...others] = postedFields(parseTemplate(template).tags, entries).values();
    expect(field).toMatchObject({ values, shown });
    expect(others).toEqual([]);
  });

  test("entries of no field are dropped, also those of scripts and of quiz and captcha", () => {
    const { tags } = parseTemplate('[text a] [quiz q "1|2"] [captchar c] [submit "Go"]');
    const names = ["a", "q", "c", "_wpcf7", "ak_js", "ak_hp_textarea", "__proto__", "b"];
    expect([
      ...postedFields(
        tags,
        names.map((name) => [name, "x"]),
      ).keys(),
    ]).toEqual(["a"]);
  });

  test("are chosen unless the sender could type them", () => {
    const isChosen = (template: string, entries: Entries) => {
      const [field] = postedFields(parseTemplate(template).tags, entries).values();
      return field?.isChosen;
    };
    expect(isChosen('[select a "x"]', [["a", "x"]])).toBe(true);
    expect(isChosen('[select a "x"]', [["a", "y"]])).toBe(false);
    expect(
      isChosen('[radio a free_text "x"]', [
        ["a", "x"],
        ["_wpcf7_free_text_a", "y"],
      ]),
    ).toBe(false);
    expect(isChosen("[text a]", [["a", "x"]])).toBe(false);
  });

  test("10,000 values of one field take linear time", () => {
    const start = process.cpuUsage().user;
    const many = Array.from({ length: 10_000 }, (_, index): [string, string] => ["a[]", `${index}`]);
    postedFields(parseTemplate('[checkbox a "x"]').tags, many);
    expect((process.cpuUsage().user - start) / 1e6).toBeLessThan(2);
  });
});

describe("acceptances", () => {
  test.each([
    ["[acceptance ok] I agree [/acceptance]", ["ok"], []],
    ["[acceptance ok optional] I agree [/acceptance]", [], []],
    ["[acceptance ok invert] No mails [/acceptance]", [], ["ok"]],
    ["[acceptance ok invert optional] No mails [/acceptance]", [], []],
  ])("%s", (template, unchecked, checked) => {
    expect(missingAcceptances(...posted(template, {}))).toEqual(unchecked);
    expect(missingAcceptances(...posted(template, { ok: "1" }))).toEqual(checked);
  });

  test("their text is a consent if checked", () => {
    const template =
      '[acceptance a] I <b>agree</b> [/acceptance] [acceptance b "Value"] [acceptance c] [acceptance d "No"]';
    expect([...consentsOf(...posted(template, { a: "1", b: "1", c: "1" }))]).toEqual([
      ["a", "I <b>agree</b>"],
      ["b", "Value"],
    ]);
    expect(parseTemplate(template).tags.map(acceptanceText)).toEqual(["I <b>agree</b>", "Value", "", "No"]);
  });

  test("an empty field with consent_for:storage forbids storing", () => {
    const template = "[acceptance a consent_for:storage] Keep it [/acceptance] [text b]";
    expect(isStorageAllowed(...posted(template, { b: "x" }))).toBe(false);
    expect(isStorageAllowed(...posted(template, { a: "1" }))).toBe(true);
    expect(isStorageAllowed(...posted("[text b]", {}))).toBe(true);
  });
});

test.each([
  ["Paris", " p a r i s "],
  ["Tom & Jerry", "tom &amp; jerry"],
  ["ABC123", "ＡＢＣ１２３"],
  ["カタカナ", "ｶﾀｶﾅ"],
  ["a b", "a\u3000b"],
])("the quiz answer %j allows %j", (answer, typed) => {
  expect(quizAnswerKey(typed)).toBe(quizAnswerKey(answer));
});

test("a quiz asks one of its questions, or a default one", () => {
  const [own, standard] = parseTemplate('[quiz a "Capital of Peru?|Lima"] [quiz b]').tags;
  expect(own && quizQuestions(own)).toEqual([{ shown: "Capital of Peru?", sent: "Lima" }]);
  expect(standard && quizQuestions(standard)).toEqual([{ shown: "1+1=?", sent: "2" }]);
});

function posted(template: string, values: Readonly<Record<string, string>>): [readonly FormTag[], PostedFields] {
  const { tags } = parseTemplate(template);
  return [tags, postedFields(tags, Object.entries(values))];
}
