import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadRetiredKeys, loadSecretKeys } from "./secret-keys.ts";

const noon = new Date("2026-11-21T12:00:00Z");
const after = (hours: number) => new Date(noon.getTime() + hours * 3_600_000);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "chowk-keys-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("concurrent first calls get the same key", async () => {
  const loaded = await Promise.all(Array.from({ length: 8 }, () => loadSecretKeys(folder, null, noon)));
  expect(new Set(loaded.map(([key]) => key?.value)).size).toBe(1);
  expect(await readdir(folder)).toEqual(["secret-keys.json"]);
  expect((await stat(join(folder, "secret-keys.json"))).mode & 0o777).toBe(0o600);
  expect(await loadSecretKeys(folder, null, after(1))).toEqual(loaded[0]);
});

test("a replaced key stays valid for a day", async () => {
  const [first] = await loadSecretKeys(folder, null, noon);
  const [second, retired] = await loadSecretKeys(folder, "the new key", after(1));
  expect(second?.value).toBe("the new key");
  expect(retired).toEqual({ value: first?.value, retiredAt: after(1) });
  expect(await loadSecretKeys(folder, "the new key", after(24))).toHaveLength(2);
  expect(await loadSecretKeys(folder, null, after(26))).toEqual([second]);
  expect(await loadRetiredKeys(folder, after(24))).toEqual([]);
  expect(await loadRetiredKeys(folder, after(26))).toEqual([{ value: first?.value }]);
});

test("a damaged file is reported, not replaced", async () => {
  await writeFile(join(folder, "secret-keys.json"), "[{");
  await expect(loadSecretKeys(folder, null, noon)).rejects.toThrow(/is damaged: .* delete it/);
});
