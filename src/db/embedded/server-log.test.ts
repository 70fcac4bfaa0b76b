import { mkdtempSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { maxLogBytes, trimLog } from "./server-log.ts";

let folder: string;
let log: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "chowk-log-"));
  log = path.join(folder, "server.log");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a log is truncated only when it has grown too large", () => {
  writeFileSync(log, "short");
  trimLog(log);
  expect(statSync(log).size).toBe(5);
  truncateSync(log, maxLogBytes + 1);
  trimLog(log);
  expect(statSync(log).size).toBe(0);
});

test("a missing log is no error", () => {
  expect(() => trimLog(log)).not.toThrow();
});

test("a symbolic link in place of the log is not followed", () => {
  const other = path.join(folder, "other");
  writeFileSync(other, "");
  truncateSync(other, maxLogBytes + 1);
  symlinkSync(other, log);
  expect(() => trimLog(log)).toThrow(/ELOOP/);
  expect(statSync(other).size).toBe(maxLogBytes + 1);
});
