import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { loadSecretKeys } from "#platform/secret-keys.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/test-database.ts";
import { loadSharedKeys, rotateSharedKey } from "./shared-keys.ts";

const noon = new Date("2026-11-21T12:00:00Z");
const after = (hours: number) => new Date(noon.getTime() + hours * 3_600_000);
let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.pool.query("delete from secret_keys");
  folder = await mkdtemp(join(tmpdir(), "chowk-keys-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** Starts a host. @returns its keys' values, the one that signs first */
async function start(host: string, configured: string | null = null, now = noon): Promise<string[]> {
  await mkdir(join(folder, host), { recursive: true });
  const keys = await loadSharedKeys(database.pool, { dataDir: join(folder, host), configured, now });
  return keys.map(({ value }) => value);
}

const rotate = (host: string, configured: string | null, now: Date) =>
  rotateSharedKey(database.pool, { dataDir: join(folder, host), configured, now });

test("hosts without SECRET_KEY that start together use one key", async () => {
  const keys = await Promise.all(["one", "two", "three", "four"].map((host) => start(host)));
  expect(new Set(keys.map(([key]) => key)).size).toBe(1);
});

test("the first host brings its data folder's key, which another host and a restart use", async () => {
  await start("one");
  await database.pool.query("delete from secret_keys");
  const [old] = await loadSecretKeys(join(folder, "one"), null, noon);
  expect([await start("one"), await start("two")].map(([key]) => key)).toEqual([old?.value, old?.value]);
});

test("a new key is used by every host; the old one stays valid for a day, also on a host that never had it", async () => {
  const [old] = await start("one");
  expect(await rotate("one", null, after(1))).toBe(true);
  const [key, ...others] = await start("two", null, after(2));
  expect(key).not.toBe(old);
  expect(others).toEqual([old]);
  expect(await start("one", null, after(2))).toEqual([key, old]);
  expect(await start("two", null, after(26))).toEqual([key]);
});

test("a host with another SECRET_KEY, or without one, refuses to start until the key is changed on purpose", async () => {
  const [first, second] = ["the first key of 32 characters ...", "the second key of 32 characters .."];
  expect(await start("one", first)).toEqual([first]);
  expect((await database.pool.query("select key from secret_keys")).rows).toEqual([{ key: null }]);
  await expect(start("two", second)).rejects.toThrow(/use another key: set SECRET_KEY to the same value everywhere/);
  await expect(start("two")).rejects.toThrow(/get their key from SECRET_KEY: set it here too/);
  expect(await rotate("one", first, after(1))).toBe(false);
  expect(await rotate("one", second, after(1))).toBe(true);
  expect(await start("one", second, after(2))).toEqual([second, first]);
  await expect(start("two", first, after(2))).rejects.toThrow(/use another key/);
});
