import type { FormSource } from "#shop/spam/judge-form.ts";
import type { Call } from "./entrance.ts";
import { textOf } from "./fields.ts";

/** Returns where a form comes from, for the spam score. */
export function sourceOf({ visit: { request }, fields }: Pick<Call, "visit" | "fields">): FormSource {
  return {
    ip: request.ip,
    userAgent: textOf(request.headers, "user-agent"),
    read: (name) => textOf(fields, name),
  };
}
