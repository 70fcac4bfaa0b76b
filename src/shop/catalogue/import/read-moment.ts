/**
 * A date or a time as files have it. Without a zone it is the shop's, which is UTC, whatever the machine's is.
 * @returns undefined when it is none.
 */
export function readMoment(text: string): Date | undefined {
  const isWhole = /(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i.test(text) || /^\d{4}-\d{2}-\d{2}$/.test(text);
  const date = new Date(isWhole ? text : /T\d/.test(text) ? `${text}Z` : `${text} UTC`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
