/** What of an error may be logged and kept. */
export interface LoggableError {
  /** Its kind: "TypeError". */
  error: string;
  message: string;
  code?: string;
  /** Where it came from, innermost first. */
  stack: string[];
  cause?: LoggableError;
}

/**
 * An error for the log: kind, code and place. What a failed query was given (names, addresses, what somebody searched for)
 * and what a mail server said of a recipient stand in its message and properties, and are left out.
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

/** The same as an error, for a program that logs and stores what it catches. */
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
  const [message = ""] = error.message.split(/\nparams:/, 1);
  // Class 22: PostgreSQL quotes the value that it cannot take.
  const isValueQuoted = String(Reflect.get(error, "code")).startsWith("22");
  return (isValueQuoted ? message.replace(/".*"/s, '"..."') : message).replace(/[^\s<>"']+@[^\s<>"']+/g, "...");
}
