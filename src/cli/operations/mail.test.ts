import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { readConfig } from "#config";
import { openMailServer } from "#jobs/mail-server.fixtures.ts";
import { codeOf } from "#shop/cart/cart.fixtures.ts";
import { localFiles } from "../../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { mailCommand } from "./mail.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

async function printed(args: string[], environment: Record<string, string> = {}, dataDir = ""): Promise<string> {
  const lines: string[] = [];
  const config = readConfig(environment, "/nowhere");
  await mailCommand.run(
    {
      db: database.db,
      config,
      files: localFiles(dataDir),
      clock: { now: () => new Date("2026-11-26T12:00:00Z") },
      print: (line) => lines.push(line),
    },
    args,
    {},
  );
  return lines.join("\n");
}

test("mail test sends a mail immediately, or reports why it cannot", async () => {
  const { url, received, refuse } = await openMailServer();
  const host = new URL(url).host;
  const send = () => printed(["test", "a@example.com"], { SMTP_URL: url, MAIL_FROM: "Shop <me@example.com>" });
  expect(await send()).toBe(`The mail server at ${host} accepted the mail to a@example.com.`);
  expect(received[0]).toMatch(/From: Shop <me@example\.com>[^]*To: a@example\.com[^]*Sending email works/);
  refuse("550 nobody here");
  await expect(send()).rejects.toThrow(/^The mail could not be sent: .*550/);
  await expect(printed(["test", "a@example.com"], { SMTP_URL: "smtp://127.0.0.1:1" })).rejects.toThrow(
    /^The mail could not be sent: .*ECONNREFUSED/,
  );
});

test("mail test prints the file if there is no mail server; invalid addresses and subcommands are rejected", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "chowk-mail-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  expect(await printed(["test", "a@example.com"], {}, dataDir)).toContain(join(dataDir, "mail"));
  expect(await readdir(join(dataDir, "mail"))).toEqual([expect.stringMatching(/^test\..*\.eml$/)]);
  expect(await codeOf(printed(["test", "a@"]))).toBe("email_invalid");
  await expect(printed(["tset", "a@example.com"])).rejects.toThrow(
    'There is no "mail tset": use test ADDRESS or preview [NAME] [FILE].',
  );
});

test("mail preview lists mails, and shows each as text or HTML with the shop's settings", async () => {
  const names = (await printed(["preview"])).split("\n");
  expect(names).toEqual(expect.arrayContaining(["welcome-coupon", "review-request"]));
  const folder = await mkdtemp(join(tmpdir(), "chowk-preview-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of names) {
    const text = await printed(["preview", name], { SITE_URL: "https://tea.example" });
    const file = join(folder, `${name}.html`);
    expect(await printed(["preview", name, file], { SITE_URL: "https://tea.example" })).toContain(`to ${file}`);
    const html = await readFile(file, "utf8");
    for (const part of [text, html]) expect(part).toContain("https://tea.example/");
    expect(html).toMatch(/^<!doctype html>/);
  }
  expect(await printed(["preview", "welcome-coupon"])).toMatch(/^10% off .* 26 December 2026/s);
  await expect(printed(["preview", "nothing"])).rejects.toThrow(
    "use newsletter-confirmation, newsletter-preferences, newsletter, welcome-coupon",
  );
});
