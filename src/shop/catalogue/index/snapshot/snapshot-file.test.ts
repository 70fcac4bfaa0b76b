import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { readSnapshot, writeSnapshot } from "./snapshot-file.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "chowk-snapshot-"));
  file = join(folder, "index");
  return () => rm(folder, { recursive: true });
});

/** Writes a snapshot of this size. */
const write = (meta: string, megabytes: number, signal = new AbortController().signal) =>
  writeSnapshot(file, "1", { meta, arrays: { bytes: new Uint8Array(megabytes * 1_000_000) } }, signal);

const names = () => readdir(folder);

/** Waits until a write that has just started has its temporary file. */
const untilWriting = () => vi.waitFor(() => stat(`${file}.tmp`), { interval: 1 });

/** Starts a process that is killed after it has written half of a snapshot of 40 MB. */
async function killWhileWriting(): Promise<void> {
  const code = `
    const { writeSnapshot } = await import(${JSON.stringify(new URL("snapshot-file.ts", import.meta.url).href)});
    // It is asked for each piece of 4 MB, first for the check sums, then for the writing.
    let pieces = 0;
    const signal = { throwIfAborted: () => ++pieces === 15 && process.kill(process.pid, "SIGKILL") };
    await writeSnapshot(${JSON.stringify(file)}, "1", { meta: "", arrays: { bytes: new Uint8Array(4e7) } }, signal);`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", code], {
    stdio: "inherit",
  });
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
}

test("processes killed while writing leave one temporary file at most, which the next one removes", async () => {
  for (let killed = 0; killed < 3; killed++) await killWhileWriting();
  expect(await names()).toEqual(["index.tmp"]);
  await write("next", 1);
  expect(await names()).toEqual(["index"]);
});

test("when two processes write at once, the snapshot is that of the second", async () => {
  const first = write("first", 100);
  await untilWriting();
  await Promise.all([first, write("second", 1)]);
  expect((await readSnapshot(file, "1")).meta).toBe("second");
  expect(await names()).toEqual(["index"]);
});

test("a writing that is aborted leaves the temporary file of another process alone", async () => {
  const abort = new AbortController();
  let second: Promise<void> | undefined;
  let pieces = 0;
  // Asked for each of 25 pieces, first for the check sums, then for the writing. The second one is asked once it has its file.
  const whenAsked = (action: () => void) => ({ throwIfAborted: action }) as AbortSignal;
  const first = write(
    "first",
    100,
    whenAsked(() => {
      pieces += 1;
      if (pieces === 27) {
        const aborts = whenAsked(() => abort.abort(new Error("changed")));
        second = write("second", 8, aborts);
      }
      abort.signal.throwIfAborted();
    }),
  );
  await expect(first).rejects.toThrow("changed");
  await second;
  expect((await readSnapshot(file, "1")).meta).toBe("second");
  expect(await names()).toEqual(["index"]);
});
