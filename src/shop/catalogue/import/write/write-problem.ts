/** PostgreSQL error codes caused by a value: classes 22 (data), 23 (constraints) and 54 (too large). */
const ofTheRow = /^(22|23|54)/;

/**
 * Returns why the database refused a row, for the report.
 * @returns undefined if the error is not about the row: a lost connection, a bug
 */
export function reasonOfRow(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, constraint } = cause as Error & { code?: unknown; constraint?: unknown };
    if (typeof code !== "string" || !ofTheRow.test(code)) continue;
    return typeof constraint === "string"
      ? `the shop has that already, or cannot keep it (${constraint})`
      : cause.message;
  }
  return undefined;
}
