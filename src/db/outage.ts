/** PostgreSQL's error code of a server that accepts no connections yet, or no longer. */
const startingCode = "57P03";

/** Error codes of PostgreSQL for a server that is stopping, starting or full of connections. */
const awayCodes = ["57P01", "57P02", startingCode, "53300"];

/** Error codes of PostgreSQL for a server that cannot write: a standby or read-only one, a full disk, no memory, a broken disk. */
const unwritableCodes = ["25006", "53100", "53200", "58030"];

/** Error codes of the system for a server that is missing or gone, and for a machine without file handles or disk space. */
const systemCodes = ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EMFILE", "ENFILE", "ENOSPC", "EROFS"];

const codes: ReadonlySet<unknown> = new Set([...awayCodes, ...unwritableCodes, ...systemCodes]);

/** Messages of the driver, which has no codes for them, and of the pool for a silent database. */
const awayWords =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection|The database does not answer|The database is starting or stopping)/;

/** Returns whether a server refused a connection because it is starting, recovering or stopping. */
export function isStarting(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === startingCode;
}

/**
 * Returns whether an error means that the database or the disk cannot serve anybody at the moment, rather than that this
 * query or request failed.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  // The Unix socket's file is missing while the server is down.
  const hasNoSocket = code === "ENOENT" && syscall === "connect";
  const isAway = hasNoSocket || codes.has(code) || (typeof code === "string" && /^08...$/.test(code));
  return isAway || awayWords.test(error.message) || isOutage(error.cause);
}
