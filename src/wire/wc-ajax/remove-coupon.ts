// Answers POST /?wc-ajax=remove_coupon: coupon.
import { refuseCoupon } from "./apply-coupon.tsx";
import type { Call, CallAnswer } from "./entrance.ts";
import { textOf } from "./fields.ts";

export async function answerRemoveCoupon(call: Call): Promise<CallAnswer> {
  return refuseCoupon(call, textOf(call.fields, "coupon"));
}
