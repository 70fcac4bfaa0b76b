import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { codeOf, noon } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import type { GivenOptions } from "../command.ts";
import { formsCommand } from "./forms.ts";

let db: Database;
let folder: string;
beforeAll(async () => {
  ({ db } = await createTestDatabase());
  folder = await mkdtemp(join(tmpdir(), "chowk-forms-"));
  return () => rm(folder, { recursive: true });
});

let lines: string[] = [];
beforeEach(() => void (lines = []));

async function run(args: string[], options: GivenOptions = {}): Promise<string[]> {
  lines = [];
  await formsCommand.run({ db, clock: { now: () => noon }, print: (line) => lines.push(line) }, args, options);
  return lines;
}

const contact = `---
title: Contact
slug: contact
hash: 00aa11b
locale: en_US
---

=== form ===
[text* your-name]
[submit]

=== mail ===
To: [_site_admin_email]
From: [_site_title] <shop@example.com>
Subject: Hello

=== mail body ===
[your-name]
`;

test("a form is imported, listed, shown as it was written, exported, replaced and deleted", async () => {
  expect(await run(["list"])).toEqual(['There are no forms yet: "npm run shop -- forms import FILE" adds one.']);
  const file = join(folder, "contact.form");
  await writeFile(file, contact);
  expect(await run(["import", file])).toEqual(['The form "Contact" (contact) was created.']);
  expect(await run(["list"])).toEqual([
    expect.stringMatching(/^\d+ {2}contact {2}Contact {2}en_US {2}\[contact-form-7 id="00aa11b" title="Contact"\]$/),
  ]);
  const copy = join(folder, "copy.form");
  await run(["export", "00aa11b", copy]);
  expect((await readFile(copy, "utf8")).replace(/\n=== mail (headers|attachments) ===\n/g, "")).toBe(contact);
  expect(await run(["show", "contact"])).toEqual([(await readFile(copy, "utf8")).trimEnd()]);
  await writeFile(file, contact.replace("hash: 00aa11b\n", "").replace("Hello", "Hi"));
  expect(await run(["import", file])).toEqual(['The form "Contact" (contact) was updated.']);
  expect((await run(["show", "contact"]))[0]).toContain("hash: 00aa11b");
  expect(await run(["delete", "contact"])).toEqual(["contact is deleted; its messages are kept."]);
  expect(await codeOf(run(["show", "contact"]))).toBe("form_unknown");
});

test("check prints line and column of every mistake, and import refuses a form with mistakes unless forced", async () => {
  const file = join(folder, "wrong.form");
  await writeFile(
    file,
    contact.replace("[text* your-name]", "<p>[text* 1]</p>").replace("slug: contact\nhash: 00aa11b", "slug: wrong"),
  );
  await expect(run(["check", file])).rejects.toThrow("2 mistakes found.");
  expect(lines).toEqual([
    expect.stringContaining(`${file}:8:4  "1" cannot be the name of a field.`),
    expect.stringContaining(`${file}:17:1  The form has no field your-name for mails.`),
  ]);
  await expect(run(["import", file])).rejects.toThrow("The form was not imported: fix 2 mistakes");
  expect((await run(["import", file], { force: true })).at(-1)).toBe('The form "Contact" (wrong) was created.');
  await expect(run(["check"])).rejects.toThrow("2 mistakes found.");
  await writeFile(file, contact);
  await run(["import", file]);
  await writeFile(file, contact.replace("slug: contact", "slug: other"));
  expect(await codeOf(run(["import", file]))).toBe("form_hash_taken");
});
