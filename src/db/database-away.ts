/** What the system and PostgreSQL say when there is no server, it stops or starts, or takes no more connections. */
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

/** What the driver says, which has no code for it. */
const awayWords =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/;

/** Whether an error says that the database does not answer just now, and nothing of what was asked. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  // The socket's file is gone while the server is.
  const hasNoSocket = code === "ENOENT" && syscall === "connect";
  const isAway = hasNoSocket || awayCodes.has(code) || (typeof code === "string" && /^08...$/.test(code));
  return isAway || awayWords.test(error.message) || isDatabaseAway(error.cause);
}
