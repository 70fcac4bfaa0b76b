/** SQLSTATEs for "retry the transaction": serialization failure, deadlock. */
const conflicts: ReadonlySet<unknown> = new Set(["40001", "40P01"]);

/** Number of attempts before a conflict counts as a failure. */
const maxTries = 4;

/**
 * Runs a transaction again if the database aborted it because of a conflict. Orders cannot deadlock each other, but an
 * order and a bulk change (such as an import) can. `work` must be a whole transaction, so that a failed attempt leaves
 * nothing behind.
 */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries >= maxTries || !conflicts.has(codeOf(error))) throw error;
    }
  }
}

/** Returns whether the error is a unique violation. */
export function isTakenValue(error: unknown): boolean {
  return codeOf(error) === "23505";
}

/**
 * Returns whether the database rejected the statement itself (its data, rows or locks) rather than being unreachable.
 */
export function isRefusedStatement(error: unknown): boolean {
  return ["22", "23", "40"].includes(String(codeOf(error)).slice(0, 2));
}

/** Returns whether a statement timed out waiting for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === "55P03";
}

/** Returns PostgreSQL's error code from an error that the query builder may have wrapped. */
function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  return (error as { code?: unknown }).code ?? codeOf(error.cause);
}
