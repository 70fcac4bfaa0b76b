/** What a job throws that need not be tried again by itself: only somebody who mends something can help. */
export class PermanentFailure extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = "PermanentFailure";
  }
}
