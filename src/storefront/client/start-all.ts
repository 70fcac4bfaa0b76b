/** Calls each function. Reports exceptions, so that the other parts of the page still start. */
export function startAll(starts: readonly (() => void)[]): void {
  for (const start of starts) {
    try {
      start();
    } catch (error) {
      reportError(error);
    }
  }
}
