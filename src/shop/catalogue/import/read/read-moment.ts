/**
 * Parses a date or time in a file. Without a zone it is UTC, the shop's time, whatever the machine's zone.
 * @returns undefined if it is invalid
 */
export function readMoment(text: string): Date | undefined {
  const isWhole = /(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i.test(text) || /^\d{4}-\d{2}-\d{2}$/.test(text);
  const date = new Date(isWhole ? text : /T\d/.test(text) ? `${text}Z` : `${text} UTC`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
