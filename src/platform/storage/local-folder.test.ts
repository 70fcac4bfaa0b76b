import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as folders from "../folders.ts";
import { openLocalFolder } from "./local-folder.ts";

vi.mock("../folders.ts", { spy: true });

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "chowk-folder-"));
});
afterEach(() => rm(parent, { recursive: true }));

/** Runs `work` and returns the synced folders, each with whether `path` existed then. */
async function syncedBy(work: () => Promise<void>, path: string): Promise<[folder: string, isThere: boolean][]> {
  const { syncFolder } = await vi.importActual<typeof folders>("../folders.ts");
  const synced: [string, boolean][] = [];
  vi.mocked(folders.syncFolder).mockImplementation(async (folder) => {
    const isThere = existsSync(path);
    await syncFolder(folder);
    synced.push([relative(parent, folder), isThere]);
  });
  await work();
  return synced;
}

test("a stored file's name, and those of new folders, are on disk before it is acknowledged", async () => {
  const folder = join(parent, "media");
  const storage = openLocalFolder(folder);
  const put = () => storage.put("a/b/file", Buffer.from("x"));
  expect(await syncedBy(put, join(folder, "a/b/file"))).toEqual([
    [join("media", "a"), false],
    ["media", false],
    ["", false],
    [join("media", "a", "b"), true],
  ]);
  expect(await syncedBy(put, join(folder, "a/b/file"))).toEqual([[join("media", "a", "b"), true]]);
});

test("a moved file's new and old folder are on disk before it is acknowledged", async () => {
  const storage = openLocalFolder(parent);
  await storage.put("from/one", Buffer.from("1"));
  await storage.put("from/two", Buffer.from("2"));
  await storage.put("to/other", Buffer.from("3"));
  expect(await syncedBy(() => storage.move("from/one", "to/one"), join(parent, "to/one"))).toEqual([
    ["to", true],
    ["from", true],
  ]);
  expect(await syncedBy(() => storage.move("from/two", "from/renamed"), join(parent, "from/renamed"))).toEqual([
    ["from", true],
  ]);
});

test("old drafts below a prefix are deleted, with folders that become empty; new ones and files stay", async () => {
  const storage = openLocalFolder(parent);
  for (const key of ["2026/21/file", "2026/22/file"]) await storage.put(key, Buffer.from("x"));
  const [old, young] = [new Date("2026-11-21T12:00:00Z"), new Date("2026-11-22T12:00:00Z")];
  const draft = async (path: string, modifiedAt: Date) => {
    await writeFile(join(parent, path), "x");
    await utimes(join(parent, path), modifiedAt, modifiedAt);
  };
  await draft("2026/21/a.part", old);
  await draft("2026/21/b.part", young);
  await draft("2026/22/a.part", old);
  await storage.deleteDrafts("2026/21/", young);
  expect(await readdir(join(parent, "2026/21"))).toEqual(["b.part", "file"]);
  expect(await readdir(join(parent, "2026/22"))).toEqual(["a.part", "file"]);
  await storage.delete("2026/22/file");
  await storage.deleteDrafts("", young);
  expect(await readdir(join(parent, "2026"))).toEqual(["21"]);
});
