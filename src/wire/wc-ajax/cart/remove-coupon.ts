// Answers POST /?wc-ajax=remove_coupon: coupon.
import type { Notice } from "#shop/accounts/sessions/sessions.ts";
import { removeCoupon } from "#shop/cart/coupons/remove-coupon.ts";
import { Refusal } from "#shop/refusal.ts";
import type { Call, CallAnswer } from "../entrance.ts";
import { cut, textOf } from "../fields.ts";
import { refusalNotice } from "../notices.ts";
import { answerNotice } from "./apply-coupon.tsx";

export async function answerRemoveCoupon(call: Call): Promise<CallAnswer> {
  return answerNotice(call, await removeCouponNotice(call, textOf(call.fields, "coupon")));
}

/** Removes a coupon from the visitor's cart and returns the resulting notice, also for refusals. */
export async function removeCouponNotice({ db, clock, visit }: Call, code: string): Promise<Notice> {
  const session = await visit.session.find();
  try {
    const wasApplied = await removeCoupon(db, session?.id ?? null, cut(code, 100), clock.now());
    if (wasApplied) return { kind: "success", messageKey: "notices.couponRemoved", values: {} };
    // Not an error, since the coupon is not in the cart. The code is not repeated, because a link can contain any text.
    return { kind: "info", messageKey: "notices.couponNotThere", values: {} };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refusalNotice(error);
  }
}
