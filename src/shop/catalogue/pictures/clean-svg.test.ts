import sharp from "sharp";
import { expect, test } from "vitest";
import { cleanSvg, looksLikeSvg } from "./clean-svg.ts";

const clean = (text: string) => Buffer.from(cleanSvg(Buffer.from(text))).toString();
const drawing = (inner: string, more = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"${more}>${inner}</svg>`;

test("shapes, colours and gradients stay, and look the same", async () => {
  const given = drawing(
    '<defs><linearGradient id="a"><stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="blue"/></linearGradient></defs>' +
      '<g transform="translate(2 3)"><rect width="20" height="10" style="fill:url(#a); stroke : #0f0"/><text x="1" y="20">A &amp; B</text></g>',
  );
  const pixels = (text: string) => sharp(Buffer.from(text)).raw().toBuffer();
  expect(await pixels(clean(given))).toEqual(await pixels(given));
  expect(clean(given)).toContain('fill="url(#a)" stroke="#0f0"');
});

test.for([
  ["a script", "<script>alert(1)</script>"],
  ["a script in a section", "<![CDATA[<script>alert(1)</script>]]>"],
  ["a handler", '<rect onload="alert(1)" width="1"/>'],
  ["a link", '<a href="javascript:alert(1)"><rect/></a>'],
  ["a picture from elsewhere", '<image href="https://evil.example/x.png"/>'],
  ["a copy from elsewhere", '<use href="data:image/svg+xml,alert"/>'],
  ["HTML", '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"/></foreignObject>'],
  ["a style sheet", "<style>@import 'https://evil.example/x.css'</style>"],
  ["a paint from elsewhere", '<rect style="fill:url(https://evil.example/x)"/>'],
  ["a paint from elsewhere", '<rect fill="url(https://evil.example/x#a)"/>'],
  ["a paint from elsewhere, spelt oddly", '<rect fill="ur&#x6c;(https://evil.example/x)"/>'],
  ["an animation", '<set attributeName="href" to="javascript:alert(1)"/>'],
  ["an event handler", '<handler xmlns="http://www.w3.org/2001/xml-events">alert(1)</handler>'],
] as const)("%s is taken out", ([, inner]) => {
  expect(clean(drawing(inner))).not.toMatch(
    /alert\(1\)<|<script|onload|javascript|evil|href|import|<style|<image|<use|<a /,
  );
});

test.for([
  [
    "an entity of its own",
    '<!DOCTYPE svg [<!ENTITY a "x">]><svg xmlns="http://www.w3.org/2000/svg"><text>&a;</text></svg>',
  ],
  ["unclosed elements", "<svg><g></svg>"],
  ["another document", "<html><body/></html>"],
  ["too much nesting", `<svg>${"<g>".repeat(60)}${"</g>".repeat(60)}</svg>`],
  ["too many elements", `<svg>${"<g/>".repeat(20_001)}</svg>`],
] as const)("%s is refused", ([, text]) => {
  expect(() => clean(text)).toThrow(/it is/);
});

test("drawings are told from other files by how they begin", () => {
  expect(looksLikeSvg(Buffer.from('<?xml version="1.0"?>\n<!-- made by hand -->\n<svg xmlns="x">'))).toBe(true);
  expect(looksLikeSvg(Buffer.from("<html><svg></svg></html>"))).toBe(false);
  expect(looksLikeSvg(Buffer.from("GIF89a<svg>"))).toBe(false);
});
