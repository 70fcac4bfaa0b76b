type Ending = () => Promise<void>;

const endings = new Set<Ending>();

/**
 * Keeps what has to be done before the bench may go: stop a process, remove a folder.
 * @returns does it now, once; after that the end has nothing left to do for it.
 */
export function atEnd(ending: Ending): Ending {
  endings.add(ending);
  return async () => {
    if (endings.delete(ending)) await ending();
  };
}

/** Ends everything, the newest first. */
export async function end(): Promise<void> {
  for (const ending of [...endings].reverse()) {
    endings.delete(ending);
    await ending().catch((error: unknown) => process.stderr.write(`While ending: ${String(error)}\n`));
  }
}
