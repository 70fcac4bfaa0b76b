/**
 * Startup, or a command, failed for a reason that the operator can fix. The message is one line that says what is wrong
 * and what to do; it is printed without a stack trace.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message.replace(/\s*\n\s*/g, " "), options);
    this.name = "StartError";
  }
}
