/** Thrown by a job that must not be retried automatically, because somebody has to fix something first. */
export class PermanentFailure extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = "PermanentFailure";
  }
}
