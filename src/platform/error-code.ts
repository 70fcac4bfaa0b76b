/** Returns the code of a system or PostgreSQL error ("ENOENT", "23505"), or undefined. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
