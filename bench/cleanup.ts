type Cleanup = () => Promise<void>;

const cleanups = new Set<Cleanup>();

/**
 * Registers a cleanup to run before the bench exits, such as stopping a process or removing a folder.
 * @returns a function that runs it immediately instead; calling it again does nothing
 */
export function onExit(cleanup: Cleanup): Cleanup {
  cleanups.add(cleanup);
  return async () => {
    if (cleanups.delete(cleanup)) await cleanup();
  };
}

/** Runs all registered cleanups, newest first. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of [...cleanups].reverse()) {
    cleanups.delete(cleanup);
    await cleanup().catch((error: unknown) => process.stderr.write(`Cleanup failed: ${String(error)}\n`));
  }
}
