import { expect, test } from "vitest";
import { contactOf } from "./contact.rules.ts";

test.each([
  [" Ayesha@Example.COM ", { kind: "email", value: "ayesha@example.com" }],
  ["0300 1234567", { kind: "phone", value: "+923001234567" }],
  ["+44 20 7946 0958", { kind: "phone", value: "+442079460958" }],
])("%j is a contact", (text, contact) => {
  expect(contactOf(text)).toEqual(contact);
});

test.each([
  "",
  "me",
  "@example.com",
  "a@b",
  `${"a".repeat(250)}@example.com`,
  "12",
  "0300<script>",
  "a@b.c\r\nbcc:d@e.fg",
])("%j is no contact", (text) => {
  expect(contactOf(text)).toBeUndefined();
});
