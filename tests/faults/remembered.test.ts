import { mkdtemp, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
// @ts-expect-error plain JavaScript without declarations
import { remembered } from "../../scripts/remembered.mjs";

/** A file that the result depends on, and how often it was read. */
async function sources() {
  const folder = await mkdtemp(join(tmpdir(), "chowk-remembered-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "source.ts");
  await writeFile(file, "one");
  let reads = 0;
  const read = (): Promise<string> =>
    remembered({
      memo: join(folder, "dist/checked.json"),
      key: "sources",
      files: [file],
      compute: () => {
        reads++;
        return readFile(file, "utf8");
      },
    });
  return { folder, file, read, reads: () => reads };
}

/** Waits until changes are old enough to be told from later ones. */
const settle = () => delay(3200);

test("an unchanged source is read once, and each change is noticed", async () => {
  const { folder, file, read, reads } = await sources();
  await settle();
  expect([await read(), await read(), reads()]).toEqual(["one", "one", 1]);

  // The same size and, as a copy that keeps times would leave it, the same time of the content.
  const { atime, mtime } = await stat(file);
  await writeFile(file, "two");
  await utimes(file, atime, mtime);
  expect(await read()).toBe("two");

  await settle();
  expect([await read(), await read(), reads()]).toEqual(["two", "two", 3]);
  await writeFile(join(folder, "other.ts"), "six");
  await rename(join(folder, "other.ts"), file);
  expect(await read()).toBe("six");
  await rm(file);
  await expect(read()).rejects.toThrow("ENOENT");
});

test("an edit right after another one is noticed, however coarse the file system's clock is", async () => {
  const { file, read } = await sources();
  for (const text of ["two", "six", "ten"]) {
    await writeFile(file, text);
    expect(await read()).toBe(text);
    // Nothing is remembered yet.
    await expect(stat(join(file, "../dist/checked.json"))).rejects.toThrow("ENOENT");
  }
});

test("a damaged memo, or one that cannot be written, is ignored", async () => {
  const { folder, read, reads } = await sources();
  await settle();
  expect([await read(), reads()]).toEqual(["one", 1]);
  for (const [damaged, count] of [
    ["{", 2],
    ["null", 3],
  ] as const) {
    await writeFile(join(folder, "dist/checked.json"), damaged);
    expect([await read(), await read(), reads()]).toEqual(["one", "one", count]);
  }
  await rm(join(folder, "dist"), { recursive: true });
  await writeFile(join(folder, "dist"), "no folder");
  expect([await read(), await read(), reads()]).toEqual(["one", "one", 5]);
});
