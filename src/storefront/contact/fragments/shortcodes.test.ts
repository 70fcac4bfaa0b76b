import { expect, test } from "vitest";
import { replaceShortcodes } from "./shortcodes.ts";

const replace = (html: string) =>
  replaceShortcodes(html, (attributes) => `<div>${JSON.stringify(Object.fromEntries(attributes))}</div>`);

test("a shortcode is replaced, together with a paragraph of its own", () => {
  expect(replace('<p>A</p><p>[contact-form-7 id="0123abc" title="Ask us"]</p>')).toBe(
    '<p>A</p><div>{"id":"0123abc","title":"Ask us"}</div>',
  );
  expect(replace("<p>Ask: [contact-form-7 id=7]</p>")).toBe('<p>Ask: <div>{"id":"7"}</div></p>');
  expect(replace("<li>[contact-form-7]</li>")).toBe("<li><div>{}</div></li>");
});

test("double brackets show the shortcode as text", () => {
  expect(replace('<p>[[contact-form-7 id="7"]]</p>')).toBe('<p>[contact-form-7 id="7"]</p>');
});

test("attributes and other shortcodes are left alone", () => {
  for (const html of [
    '<a title="[contact-form-7 id=7]">x</a>',
    "[contact-form-77 id=7]",
    "[gallery]",
    "[contact-form-7",
  ])
    expect(replace(html)).toBe(html);
});
