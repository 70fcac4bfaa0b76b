/** Has an error reported like one that nobody caught, without stopping the code that met it. */
export function report(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}
