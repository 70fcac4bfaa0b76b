import { mkdtemp, readdir, rm, stat, statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

/** Linux's in-memory file system. */
const memory = "/dev/shm";
/** Bytes that must be free for the databases of a run and their logs. */
const room = 2 ** 30;
const day = 86_400_000;

/**
 * Creates a folder for data that only live as long as the run: in memory if there is room, else on disk, which is slower
 * because creating and dropping a database waits for it. `npm test` removes its folders by the run's name (TEST_RUN).
 */
export async function makeMemoryFolder(): Promise<string> {
  const name = `${process.env.TEST_RUN || "chowk-tests"}-`;
  if (!(await hasRoom())) return mkdtemp(join(tmpdir(), name));
  await removeStale();
  return mkdtemp(join(memory, name));
}

async function hasRoom(): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(memory);
    return Math.min(bavail * bsize, freemem()) >= room;
  } catch {
    // Not Linux, or no access.
    return false;
  }
}

/** Removes folders left by killed runs, which use up memory. No run takes a day. */
async function removeStale(): Promise<void> {
  const folders = (await readdir(memory)).filter((name) => name.startsWith("chowk-")).map((name) => join(memory, name));
  for (const folder of folders) {
    const made = await stat(folder).catch(() => undefined);
    if (made?.uid !== process.getuid?.() || Date.now() - (made?.mtimeMs ?? 0) <= day) continue;
    // Another run may be removing it at the same time.
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}
