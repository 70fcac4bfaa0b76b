import type { Translate } from "#messages/catalogue.ts";

/** Returns a range of business days, such as "2-3 business days". */
export function formatBusinessDays({ min, max }: { min: number; max: number }, t: Translate): string {
  return min === max ? t("shell.days", { days: max }) : t("shell.daysSpan", { min, max });
}
