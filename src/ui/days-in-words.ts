import type { Translate } from "#messages/catalogue.ts";

/** A span of business days: "2-3 business days". */
export function daysInWords({ min, max }: { min: number; max: number }, t: Translate): string {
  return min === max ? t("shell.days", { days: max }) : t("shell.daysSpan", { min, max });
}
