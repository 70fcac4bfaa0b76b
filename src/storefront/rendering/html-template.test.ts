import { expect, test } from "vitest";
import { htmlTemplate, joinHtml } from "./html-template.ts";

test("prints each value in all of its places", () => {
  const link = htmlTemplate(
    ["id", "name"],
    ({ id, name }) => `<a href="?id=${encodeURIComponent(id)}" id="${id}">${name}</a>`,
  );
  expect(link({ id: "1", name: "one" })).toBe('<a href="?id=1" id="1">one</a>');
  expect(link({ id: "2", name: "" })).toBe('<a href="?id=2" id="2"></a>');
});

test("escapes values, and takes no value for a place", () => {
  const text = htmlTemplate(["id", "name"], ({ id, name }) => `<i title="${id}">${name}</i>`);
  let place = "";
  htmlTemplate(["name"], ({ name }) => (place = name));
  expect(text({ id: `"><script>`, name: "Tea & 'co'" })).toBe(
    '<i title="&quot;&gt;&lt;script&gt;">Tea &amp; &#039;co&#039;</i>',
  );
  expect(text({ id: place, name: "$&" })).toBe(`<i title="${place}">$&amp;</i>`);
});

test("joins texts and bytes in the order of their places, as UTF-8 and unescaped", () => {
  const page = joinHtml((insert) => `<i>‹${insert(Buffer.from("<b>ڈاک</b>"))}›</i>${insert("")}${insert("$& é<br>")}`);
  expect(page.toString()).toBe("<i>‹<b>ڈاک</b>›</i>$& é<br>");
});

test("inserts a place in other HTML as text", () => {
  let place = "";
  joinHtml((insert) => (place = insert("secret")));
  expect(joinHtml((insert) => `<p>${insert(place)}</p>${insert("own")}`).toString()).toBe(`<p>${place}</p>own`);
});
