import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { readConfig } from "#config";
import type { Database } from "#db/database.ts";
import { openSignatures } from "#platform/signatures.ts";
import { codeOf, noon } from "#shop/cart/cart.fixtures.ts";
import { listMessages } from "#shop/contact/messages/contact-messages.ts";
import { giveContactForm, giveMessage, pdfFile } from "#shop/contact/messages/messages.fixtures.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import type { GivenOptions } from "../command.ts";

import { messagesCommand } from "./messages.ts";

let db: Database;
let folder: string;
beforeAll(async () => {
  ({ db } = await createTestDatabase());
  folder = await mkdtemp(join(tmpdir(), "chowk-messages-"));
  const id = await giveContactForm(db);
  for (const [index, honeypot] of ["", "x", ""].entries())
    await giveMessage(db, id, `Sana\u001b[31m ${index}`, {
      honeypot,
      fromName: `Sana\u001b[31m ${index}`,
      fromEmail: `sana${index}@example.com`,
      files: honeypot ? [] : [pdfFile(`a/${index}`)],
    });
  return () => rm(folder, { recursive: true });
});

async function run(args: string[], options: GivenOptions = {}): Promise<string[]> {
  const lines: string[] = [];
  const context = {
    db,
    clock: { now: () => noon },
    config: readConfig({ SITE_URL: "https://shop.example" }, "/nowhere"),
    signatures: async () => openSignatures([{ value: "a secret of thirty-two characters" }]),
    print: (line: string) => void lines.push(line),
  };
  await messagesCommand.run(context, args, options);
  return lines;
}

test("messages are listed, spam apart, and shown with a signed link to their files", async () => {
  const [spam, first] = (await listMessages(db, { limit: 9 })).slice(1);
  expect(await run(["list"])).toHaveLength(2);
  expect((await run(["list"], { form: "contact" }))[1]).toMatch(
    /^\d+ {2}\S+ \S+ {2}Contact {2}Sana\[31m 0 {2}sana0@example\.com {2}Hello {2}mail waiting$/,
  );
  expect(await run(["list"], { spam: true })).toEqual([expect.stringContaining("score 11")]);
  expect(await run(["show", String(spam?.id)])).toContain("Signs of spam: honeypot, no_script");
  const shown = (await run(["show", String(first?.id)])).join("\n");
  expect(shown).toContain("your-message: Sana[31m 0");
  expect(shown).toMatch(/https:\/\/shop\.example\/chowk\/message-files\/\d+\/0\?expires=\d+&signature=[0-9a-f]{64}/);
});

test("messages are exported, released, marked and erased", async () => {
  const file = join(folder, "messages.json");
  expect(await run(["export", file])).toEqual([`2 messages written to ${file}`]);
  expect(JSON.parse(await readFile(file, "utf8"))[0]).toMatchObject({ form: "Contact", files: [{ name: "cv.pdf" }] });
  const [spam] = await listMessages(db, { limit: 1, status: "spam" });
  await run(["ham", String(spam?.id)]);
  expect(await run(["list"])).toHaveLength(3);
  await run(["spam", String(spam?.id)]);
  expect(await run(["erase", String(spam?.id)])).toEqual([
    `Message ${spam?.id} is erased; its files are within a day.`,
  ]);
  expect(await codeOf(run(["show", String(spam?.id)]))).toBe("message_unknown");
  expect((await run(["erase", "SANA0@example.com"]))[0]).toContain("1 message from SANA0@example.com erased");
  expect(await run(["list"])).toHaveLength(1);
});
