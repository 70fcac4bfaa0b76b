import { expect, test } from "vitest";
import type { FormTag } from "./form-tag.rules.ts";
import { parseTemplate } from "./form-template.rules.ts";
import { choiceItems, defaultChoices, defaultText, type ReadDefault } from "./tag-defaults.rules.ts";

const nothing: ReadDefault = () => [];
const known: ReadDefault = (source, name) => [`${source} ${name}`];

test.each([
  ['[select a "x|1" "y"]', ["x=x", "y=y"]],
  ['[select a include_blank "x"]', ["=—Please choose an option—", "x=x"]],
  ["[select a]", ["=—Please choose an option—"]],
  ['[select a first_as_label "Pick" "x"]', ["=Pick", "x=x"]],
  ['[checkbox a first_as_label "x"]', ["x=x"]],
])("%s has the items %j", (template, items) => {
  expect(choiceItems(tagOf(template)).map(({ value, label }) => `${value}=${label}`)).toEqual(items);
});

test.each([
  ['[checkbox a default:1_3 "x" "y" "z"]', ["x", "z"]],
  ['[checkbox a exclusive default:1_3 "x" "y" "z"]', ["x"]],
  ['[radio a default:2 "x" "y"]', ["y"]],
  ['[radio a default:9 "x" "y"]', []],
  ['[radio a default:0 default:1 "x"]', ["x"]],
  ['[select a include_blank default:1 "x"]', ["x"]],
  ['[select a multiple default:1_2 "x" "y"]', ["x", "y"]],
  ['[select a default:1_2 "x" "y"]', ["x"]],
  ['[select a "x"]', []],
])("%s starts with %j", (template, values) => {
  expect(defaultChoices(tagOf(template), nothing)).toEqual(values);
});

test("choices from the request count only if they are offered", () => {
  const tag = tagOf('[checkbox a default:get default:2 "x" "y"]');
  expect(defaultChoices(tag, () => ["x", "other"])).toEqual(["x"]);
  expect(defaultChoices(tag, nothing)).toEqual(["y"]);
});

test.each([
  ['[text a "Ann"]', "Ann", ""],
  ['[text a placeholder "Your name"]', "", "Your name"],
  ['[text a watermark "Your name"]', "", "Your name"],
  ["[text a default:get]", "get a", ""],
  ['[text a default:user_email "x"]', "user email", ""],
  ['[text a default:user_display_name placeholder "Name"]', "user display_name", "Name"],
  ['[text a default:unknown "x"]', "x", ""],
  ['[text a default:post_meta "x"]', "x", ""],
  ["[hidden a default:shortcode_attr]", "shortcode_attr a", ""],
  ["[textarea a]Some\ntext[/textarea]", "Some\ntext", ""],
  ['[textarea a "Value"]', "Value", ""],
  ["[textarea a placeholder]Write[/textarea]", "", "Write"],
  ["[range a]", "50", ""],
  ["[range a min:10 max:20]", "15", ""],
  ['[range a "7"]', "7", ""],
  ["[number a]", "", ""],
])("%s has the value %j and the placeholder %j", (template, value, placeholder) => {
  expect(defaultText(tagOf(template), known)).toEqual({ value, placeholder });
});

function tagOf(template: string): FormTag {
  const [tag] = parseTemplate(template).tags;
  if (!tag) throw new Error(`No tag in ${template}`);
  return tag;
}
