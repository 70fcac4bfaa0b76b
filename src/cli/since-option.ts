import { StartError } from "#platform/start-error.ts";
import { momentOf } from "#shop/coupons/coupon-fields.rules.ts";
import type { GivenOptions } from "./command.ts";

/** @throws StartError if the text is not a date. */
export function sinceOf({ since }: GivenOptions): Date | undefined {
  if (since === undefined) return undefined;
  const moment = since === true ? undefined : momentOf(since);
  const year = moment?.getUTCFullYear() ?? 0;
  if (!moment || year < 1 || year > 9999)
    throw new StartError(`"${since}" is not a date: write 2026-12-01, or 2026-12-01T09:00Z.`);
  return moment;
}
