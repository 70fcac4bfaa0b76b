import fc from "fast-check";
import { expect, test } from "vitest";
import { checkForm } from "../form-check.rules.ts";
import { printFormFile, readFormFile } from "./form-file.rules.ts";

const file = `---
title: Contact
slug: contact
locale: en_US
---

=== form ===
<label>Name [text* your-name]</label>
[email* your-email]

[submit "Send"]

=== mail ===
To: [_site_admin_email]
From: Shop <shop@example.com>
Subject: [your-name]
Options: html

=== mail headers ===
Reply-To: [your-email]

=== mail body ===
[your-name] <[your-email]>

=== messages ===
mail_sent_ok: Thanks!

=== additional settings ===
skip_mail: on
`;

test("a file is read into a form; sections that are missing are empty", () => {
  const { form, faults } = readFormFile(file);
  expect(faults).toEqual([]);
  expect(form).toMatchObject({ title: "Contact", slug: "contact", hash: "", locale: "en_US" });
  expect(form.template).toBe('<label>Name [text* your-name]</label>\n[email* your-email]\n\n[submit "Send"]');
  expect(form.mail).toMatchObject({
    active: true,
    recipient: "[_site_admin_email]",
    useHtml: true,
    excludeBlank: false,
  });
  expect(form.mail.additionalHeaders).toBe("Reply-To: [your-email]");
  expect(form.mail2.active).toBe(false);
  expect(form.messages).toEqual({ mail_sent_ok: "Thanks!" });
  expect(form.additionalSettings).toBe("skip_mail: on");
});

test("faults of a form's texts are located in its file", () => {
  const { form, inFile } = readFormFile(file.replace("Subject: [your-name]", "Subject: [your-nam]"));
  const [fault, ...others] = checkForm(form).map(inFile);
  expect(others).toEqual([]);
  expect(fault).toMatchObject({ code: "mail_tag_unknown", line: 16, column: 10 });
  const broken = readFormFile(file.replace("[email* your-email]\n\n", "[email* 1]\n\n"));
  expect(checkForm(broken.form).map(broken.inFile)[0]).toMatchObject({ code: "name_invalid", line: 9, column: 1 });
});

test.each([
  ["", "head_missing", 1],
  ["---\ntitle: x\nslug: A b\n---\n=== form ===\nx", "head_invalid", 3],
  ["---\ntitle: x\nslug: a\nsize: 3\n---\n=== form ===\nx", "head_unknown", 4],
  ["---\ntitle: x\nslug: a\n---\n", "section_missing", 1],
  ["---\ntitle: x\nslug: a\n---\nhello\n=== form ===\nx", "text_outside", 5],
  ["---\ntitle: x\nslug: a\n---\n=== form ===\nx\n=== form ===", "section_repeated", 7],
  ["---\ntitle: x\nslug: a\n---\n=== form ===\nx\n=== fork ===", "section_unknown", 7],
  ["---\ntitle: x\nslug: a\n---\n=== form ===\nx\n=== mail ===\nBcc: x", "mail_line_unknown", 8],
  ["---\ntitle: x\nslug: a\n---\n=== form ===\nx\n=== mail ===\nOptions: fast", "mail_option_unknown", 8],
  ["---\ntitle: x\nslug: a\n---\n=== form ===\nx\n=== messages ===\nthanks: x", "message_unknown", 8],
])("%j has the fault %s in line %d", (text, code, line) => {
  expect(readFormFile(text).faults).toContainEqual(expect.objectContaining({ code, line }));
});

const line = fc.string({ unit: "grapheme", maxLength: 30 }).map((text) => text.replace(/[\r\n\t]/g, "").trim());
const word = fc.constantFrom("=== form ===", "\\=== mail ===", "===", "---", "", "[text a]", "  indented", "To: x");
const text = fc
  .array(fc.oneof(line, word), { maxLength: 6 })
  .map((lines) => lines.join("\n").replace(/^(\s*\n)+|(\n\s*)+$/g, ""))
  .map((lines) => (lines.trim() === "" ? "" : lines));
const mail = fc.record({
  active: fc.boolean(),
  recipient: line,
  sender: line,
  subject: line,
  additionalHeaders: text,
  body: text,
  attachments: text,
  useHtml: fc.boolean(),
  excludeBlank: fc.boolean(),
});
const form = fc.record({
  title: line.map((title) => `T${title}`),
  slug: fc.constantFrom("a", "contact-us", "form-2"),
  hash: fc.constantFrom("", "01234af"),
  locale: fc.constantFrom("en_US", "ur"),
  template: text,
  mail,
  mail2: mail,
  messages: fc.record({ spam: line, accept_terms: line }, { requiredKeys: [] }),
  additionalSettings: text,
});

test("a printed form is read again without a difference", () => {
  fc.assert(
    fc.property(form, (form) => {
      const { form: again, faults } = readFormFile(printFormFile(form));
      expect(faults).toEqual([]);
      expect(again).toEqual(form);
    }),
  );
});
