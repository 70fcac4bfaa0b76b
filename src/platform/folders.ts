import { access, mkdir, open, stat, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "./error-code.ts";
import { StartError } from "./start-error.ts";

/** Suffix of files that are still being written; they are incomplete and not backed up. */
export const draftSuffix = ".part";

/**
 * Creates a folder and its parents. Node's `recursive` option loops forever where the system reports ENOENT although
 * the parent exists, as below /proc.
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
    // Some systems report EROFS or similar errors instead of EEXIST; what counts is that the folder exists.
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory()) throw error;
  }
}

/** Creates the data folder and checks that it is writable. @throws StartError if it is not. */
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

/**
 * Returns the error for a data folder that cannot be created or written; errors that are not the system's are returned
 * unchanged.
 */
export function unusableDataDir(dataDir: string, cause: unknown): unknown {
  const code = errorCode(cause);
  if (cause instanceof StartError || !code) return cause;
  return new StartError(
    `Cannot write the data folder ${dataDir} (${code}): make it writable for this user, or set DATA_DIR to a folder that is.`,
    { cause },
  );
}

/** Syncs a folder to disk after files in it were created, renamed or removed. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns whether a file or folder exists and is accessible. */
export async function canReach(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
