import { momentIn } from "#shop/settings/time-zone.rules.ts";
import { invalidParameter } from "../api/api-error.ts";
import type { ApiCall } from "../api/endpoint.ts";

/** Reads the moment in a parameter. @throws ApiError rest_invalid_param if there is no such day or time */
export function momentOf({ timeZone }: Pick<ApiCall<unknown>, "timeZone">, name: string, text: string): Date {
  const moment = momentIn(text, timeZone);
  if (!moment) throw invalidParameter(name, `${name} is not a valid date.`, "rest_invalid_date");
  return moment;
}
