import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { beforeAll, expect, test } from "vitest";
import { manifestEntry } from "./backup-format.ts";
import { DamagedBackup, readBackup } from "./read-backup.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "chowk-read-backup-"));
  return () => rm(folder, { recursive: true });
});

/** Creates a backup with one file of 100 kB, truncated in the middle. */
async function cutBackup(): Promise<string> {
  const archive = pack();
  archive.entry({ name: manifestEntry }, JSON.stringify({ format: "chowk-backup", version: 1 }));
  archive.entry({ name: "media/a.webp" }, randomBytes(100_000));
  archive.finalize();
  const file = join(folder, "cut");
  await writeFile(file, gzipSync(await buffer(archive)).subarray(0, 50_000));
  return file;
}

test.each([0, 50])(
  "a truncated file is reported as damaged, even if its entry is read only after %d ms",
  async (ms) => {
    const reading = readBackup(await cutBackup(), async (_manifest, entries, signal) => {
      const { value } = await entries.next();
      // As slow as when a folder has to be created first.
      await delay(ms);
      await pipeline(value, new Writable({ write: (_chunk, _encoding, done) => done() }), { signal });
    });
    await expect(reading).rejects.toThrow(DamagedBackup);
  },
);
