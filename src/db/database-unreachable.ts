/** Error codes of the system and PostgreSQL for a server that is missing, starting, stopping or out of connections. */
const awayCodes: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "57P01",
  "57P02",
  "57P03",
  "53300",
]);

/** Messages of the driver, which has no codes for them. */
const awayWords =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/;

/** Returns whether an error means that the database is unreachable, rather than that the query failed. */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  // The Unix socket's file is missing while the server is down.
  const hasNoSocket = code === "ENOENT" && syscall === "connect";
  const isAway = hasNoSocket || awayCodes.has(code) || (typeof code === "string" && /^08...$/.test(code));
  return isAway || awayWords.test(error.message) || isDatabaseUnreachable(error.cause);
}
