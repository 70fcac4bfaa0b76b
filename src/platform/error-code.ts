/** The code of a system's or PostgreSQL's error ("ENOENT", "23505"), or undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
