import { expect, test } from "vitest";
import { elementsIn, rootOf, textIn } from "./s3-xml.ts";

const formats = [
  "<Error><Code>SlowDown</Code></Error>",
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>SlowDown</Code></Error>',
  '\n\n \n<?xml version="1.0"?>\r\n<!-- <Error> -->\n<Error >\n\t<Code\n>SlowDown</Code >\n</Error>\n',
  '<Error xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Code lang="en">SlowDown</Code></Error>',
  '\ufeff<ns2:Error xmlns:ns2="urn:s3"><ns2:Code>SlowDown</ns2:Code></ns2:Error>',
];

test.each(formats)("%j is an error with its code", (xml) => {
  expect([rootOf(xml), textIn(xml, "Code")]).toEqual(["Error", "SlowDown"]);
});

test.each(["", "Error", "<html><Error></html>", "<ErrorDocument/>", "<!-- <Error> --><List/>"])(
  "%j is no error",
  (text) => {
    expect(rootOf(text)).not.toBe("Error");
  },
);

test("elements are found with attributes and white space in their tags", () => {
  const xml = '<List><Part n="1">\n<Key>a</Key></Part>\n<Part\n><Key>b</Key></Part >\n<Parts>c</Parts></List>';
  expect(elementsIn(xml, "Part").map((part) => textIn(part, "Key"))).toEqual(["a", "b"]);
});
