import { formatCount } from "#platform/format-count.ts";
import { cut } from "#shop/attribution/attribution.rules.ts";

/** Longest foreign text (characters) within a printed line. */
const maxTextLength = 60;

/** Shortens a foreign text, such as a campaign's name, so that it fits into a printed line. */
export function truncate(text: string): string {
  return text.length <= maxTextLength ? text : `${cut(text, maxTextLength - 1)}…`;
}

/** Formats a range of days as commands accept and print it: "2-3 business days", "1 business day". */
export function formatBusinessDays({ min, max }: { min: number; max: number }): string {
  return min === max ? formatCount(max, "business day") : `${min}-${max} business days`;
}

/** Formats a moment in UTC as "2026-11-21 12:00". */
export function formatMinute(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace("T", " ");
}
