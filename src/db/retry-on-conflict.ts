/** PostgreSQL's words for "somebody else was first, try again": a serialization failure, a deadlock that it broke. */
const conflicts: ReadonlySet<unknown> = new Set(["40001", "40P01"]);

/** How often work is tried before its conflict counts as a failure. */
const mostTries = 4;

/**
 * Runs a transaction again when the database gave it up for another one. Orders among themselves cannot deadlock; one and a
 * bulk change (an import, the office) can. `work` must be a whole transaction, so that nothing of a failed try remains.
 */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries >= mostTries || !conflicts.has(codeOf(error))) throw error;
    }
  }
}

/** Whether the database refused a second row with what only one may have. */
export function isTakenValue(error: unknown): boolean {
  return codeOf(error) === "23505";
}

/** Whether the database refused what a statement asked for (its data, its rows, its locks), and not to answer at all. */
export function isRefusedStatement(error: unknown): boolean {
  return ["22", "23", "40"].includes(String(codeOf(error)).slice(0, 2));
}

/** Whether a statement waited for a lock for as long as it may. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === "55P03";
}

/** The database's code behind an error, which the query builder wraps. */
function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  return (error as { code?: unknown }).code ?? codeOf(error.cause);
}
