import { access, mkdir, open, stat, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "./error-code.ts";
import { StartError } from "./start-error.ts";

/** How a file's name ends while it is being written; what ends so is nothing yet, and goes into no backup. */
export const draftEnding = ".part";

/**
 * Makes a folder and those above it. Node's own `recursive` asks for ever where the system says ENOENT of a folder whose
 * parent is there, as below /proc.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeOne(folder);
  } catch (error) {
    if (errorCode(error) !== "ENOENT" || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await makeOne(folder);
  }
}

async function makeOne(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    // EROFS and the like are answered before EEXIST by some systems: what counts is that the folder is there.
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory()) throw error;
  }
}

/** Makes the data folder and proves that it can be written to. @throws StartError when it cannot. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.probe-${process.pid}`);
  try {
    await makeFolder(join(dataDir, "media"));
    await writeFile(probe, "");
    await unlink(probe);
  } catch (cause) {
    throw unusableDataDir(dataDir, cause);
  }
}

/** The error for a data folder that cannot be made or written to; anything else than a system's error comes back as it is. */
export function unusableDataDir(dataDir: string, cause: unknown): unknown {
  const code = errorCode(cause);
  if (cause instanceof StartError || !code) return cause;
  return new StartError(
    `Cannot write the data folder ${dataDir} (${code}): make it writable for this user, or set DATA_DIR to a folder that is.`,
    { cause },
  );
}

/** Has the disk keep what was made, renamed or removed in a folder. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whether a file or folder can be reached. */
export async function canReach(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
