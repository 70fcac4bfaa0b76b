/**
 * The shop cannot start, or a command cannot run, for a reason that its owner can remedy. The message is one line that
 * names what is wrong and the way out; whoever started the program prints it without a stack trace.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message.replace(/\s*\n\s*/g, " "), options);
    this.name = "StartError";
  }
}
