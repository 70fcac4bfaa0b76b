import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { getSettings, setSetting } from "./settings.ts";

let db: Database;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});

const hash = `'sha256-${"a".repeat(43)}='`;
const set = (...lines: unknown[]) => setSetting(db, "csp_additions", lines);

test("hosts, hashes and openings for inline styles are stored as written", async () => {
  const lines = [
    `script-src https://cdn.example https://*.cdn.example:8443 ${hash}`,
    `style-src-elem https://cdn.example 'unsafe-inline'`,
    `style-src-attr ${hash}`,
    `script-src 'sha384-${"b".repeat(64)}' 'sha512-${"c".repeat(86)}=='`,
    "connect-src wss://chat.example",
    "font-src data:",
  ];
  await set(...lines);
  expect((await getSettings(db)).csp_additions).toEqual(lines);
});

test.each([
  "script-src 'unsafe-inline'",
  "script-src 'unsafe-eval'",
  "script-src 'strict-dynamic'",
  "script-src 'nonce-abc'",
  "script-src data:",
  "script-src blob:",
  "script-src https:",
  "script-src *",
  "script-src https://*",
  "script-src https://*.example",
  "script-src http://cdn.example",
  "script-src cdn.example",
  "script-src https://cdn.example/a.js",
  "script-src https://cdn.example;frame-ancestors *",
  "script-src https://cdn.example, default-src *",
  "script-src https://cdn.example\ndefault-src *",
  "script-src 'sha256-short'",
  "script-src wss://chat.example",
  "style-src 'unsafe-inline'",
  "style-src data:",
  "img-src *",
  "font-src *",
  "frame-src data:",
])("%j is refused with the sources that the directive takes", async (line) => {
  const [name = ""] = line.split(" ");
  await expect(set("img-src https://cdn.example", line)).rejects.toMatchObject({
    code: "setting_invalid",
    details: {
      name: "csp_additions",
      reasons: expect.stringMatching(new RegExp(`^${name} does not take .*; use https://`, "s")),
    },
  });
});

test.each([
  "default-src https://cdn.example",
  "object-src https://cdn.example",
  "base-uri https://cdn.example",
  "form-action https://cdn.example",
  "frame-ancestors https://cdn.example",
  "script-src-attr 'unsafe-inline'",
  "script-src-elem https://cdn.example",
  "constructor https://cdn.example",
  "SCRIPT-SRC https://cdn.example",
  "sandbox",
  "",
])("%j is refused with the directives that can be added to", async (line) => {
  await expect(set(line)).rejects.toMatchObject({
    details: { reasons: expect.stringContaining("cannot be added to; use script-src or style-src or") },
  });
});

test("a line without a source and a value of another type are refused", async () => {
  await expect(set("img-src ")).rejects.toMatchObject({
    details: { reasons: "img-src needs a source, such as https://cdn.example" },
  });
  for (const value of ["img-src https://cdn.example", [1], { a: 1 }, null])
    await expect(setSetting(db, "csp_additions", value)).rejects.toMatchObject({ code: "setting_invalid" });
});

test("extra_script_origins takes https hosts and all subdomains of one", async () => {
  const origins = ["https://cdn.example", "https://*.cdn.example:8443", "https://tags.example/"];
  await setSetting(db, "extra_script_origins", origins);
  expect((await getSettings(db)).extra_script_origins).toEqual(origins);
});

test.each([
  "http://cdn.example",
  "https://*.example",
  "https://*",
  "https://cdn.example/a.js",
  "cdn.example",
  "*",
  "data:",
  "https://cdn.example; default-src *",
  "'unsafe-inline'",
])("extra_script_origins does not take %j", async (origin) => {
  await expect(setSetting(db, "extra_script_origins", ["https://cdn.example", origin])).rejects.toMatchObject({
    code: "setting_invalid",
    details: {
      reasons: `${origin} is not an origin that can be allowed; use https://cdn.example or https://*.cdn.example`,
    },
  });
});
