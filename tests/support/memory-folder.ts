import { mkdtemp, readdir, rm, stat, statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

/** Where Linux keeps files in memory. */
const memory = "/dev/shm";
/** What the databases of a run, or of a journey's shops, may grow to, in bytes, their logs included. */
const room = 2 ** 30;
const day = 86_400_000;

/**
 * A new folder for data that live as long as the run: in memory where there is room, else on the disk, which is waited for
 * each time a database is made or dropped. What `npm test` started lies under the run's name, by which it is removed.
 */
export async function makeMemoryFolder(): Promise<string> {
  const name = `${process.env.TEST_RUN || "chowk-tests"}-`;
  if (!(await hasRoom())) return mkdtemp(join(tmpdir(), name));
  await removeForgotten();
  return mkdtemp(join(memory, name));
}

async function hasRoom(): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(memory);
    return Math.min(bavail * bsize, freemem()) >= room;
  } catch {
    // Another system, or a closed one.
    return false;
  }
}

/** What runs that were killed have left takes memory until it is removed. No run takes a day. */
async function removeForgotten(): Promise<void> {
  const folders = (await readdir(memory)).filter((name) => name.startsWith("chowk-")).map((name) => join(memory, name));
  for (const folder of folders) {
    const made = await stat(folder).catch(() => undefined);
    if (made?.uid !== process.getuid?.() || Date.now() - (made?.mtimeMs ?? 0) <= day) continue;
    // Another run may be removing it, too.
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}
