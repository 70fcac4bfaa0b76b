// Answers POST /?wc-ajax=apply_coupon: coupon_code. There are no coupons yet: every code is unknown, as an error notice.
import { translator } from "#platform/messages/translate.ts";
import { ErrorNotice } from "#ui/error-notice.tsx";
import { markupOf } from "./cart-fragments.tsx";
import type { Call, CallAnswer } from "./entrance.ts";
import { cut, textOf } from "./fields.ts";

export async function answerApplyCoupon(call: Call): Promise<CallAnswer> {
  return refuseCoupon(call, textOf(call.fields, "coupon_code"));
}

/** The notice that there is no such coupon, or that no code was given. */
export async function refuseCoupon(call: Call, given: string): Promise<CallAnswer> {
  const { settings } = await call.facts.get();
  const t = translator(settings.language);
  const code = cut(given.trim(), 100);
  const content = code === "" ? t("notices.couponMissing") : t("notices.couponUnknown", { code });
  return { html: markupOf(<ErrorNotice items={[{ content }]} />, settings) };
}
