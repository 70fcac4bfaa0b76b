/** Has an error reported as any uncaught one is, without stopping the code that met it. */
export function report(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}
