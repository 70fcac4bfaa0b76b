/** The parts of an error that may be logged and stored. */
export interface LoggableError {
  /** Its kind: "TypeError". */
  error: string;
  message: string;
  code?: string;
  /** Stack frames, innermost first. */
  stack: string[];
  cause?: LoggableError;
}

/**
 * Returns an error's kind, code and stack for the log. Its message and properties may contain query values (names,
 * addresses, search terms), the statement or a mail server's text about a recipient, and are left out.
 */
export function withoutValues(error: unknown): LoggableError {
  if (!(error instanceof Error)) return { error: typeof error, message: "", stack: [] };
  const { name, stack, cause } = error;
  const places = (stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const code: unknown = Reflect.get(error, "code");
  return {
    error: name,
    message: messageWithoutValues(error),
    ...(typeof code === "string" && { code }),
    stack: places.slice(0, 12),
    ...(cause instanceof Error && { cause: withoutValues(cause) }),
  };
}

/** Returns the same as an Error, for a library that logs and stores what it catches. */
export function asErrorWithoutValues(thrown: unknown): Error {
  const facts = withoutValues(thrown);
  const error = new Error(lineOf(facts));
  error.stack = [error.message, ...facts.stack].join("\n");
  return error;
}

function lineOf({ error, message, code, cause }: LoggableError): string {
  const line = `${error}${code ? ` ${code}` : ""}${message ? `: ${message}` : ""}`;
  return cause ? `${line} (${lineOf(cause)})` : line;
}

function messageWithoutValues(error: Error): string {
  const answer: unknown = Reflect.get(error, "responseCode");
  if (typeof answer === "number") return `the mail server answered ${answer} to ${Reflect.get(error, "command")}`;
  // Drizzle's message is the statement and its values.
  const message = error.message.replace(/^Failed query: .*/s, "Failed query");
  // Class 22: PostgreSQL quotes the invalid value.
  const isValueQuoted = String(Reflect.get(error, "code")).startsWith("22");
  return (isValueQuoted ? message.replace(/".*"/s, '"..."') : message).replace(/[^\s<>"']+@[^\s<>"']+/g, "...");
}
