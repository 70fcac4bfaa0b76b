// Answers POST /?wc-ajax=remove_coupon: coupon.
import type { Notice } from "#shop/accounts/sessions/sessions.ts";
import { removeCoupon } from "#shop/cart/coupons/remove-coupon.ts";
import { Refusal } from "#shop/refusal.ts";
import { answerNotice } from "./apply-coupon.tsx";
import type { Call, CallAnswer } from "./entrance.ts";
import { cut, textOf } from "./fields.ts";
import { refusalNotice } from "./refusal-notice.ts";

export async function answerRemoveCoupon(call: Call): Promise<CallAnswer> {
  return answerNotice(call, await takeOutCoupon(call, textOf(call.fields, "coupon")));
}

/** Takes a coupon out of the visitor's cart. @returns what he is told of it */
export async function takeOutCoupon({ db, clock, visit }: Call, given: string): Promise<Notice> {
  const session = await visit.session.find();
  try {
    const wasThere = await removeCoupon(db, session?.id ?? null, cut(given, 100), clock.now());
    if (wasThere) return { kind: "success", messageKey: "notices.couponRemoved", values: {} };
    // The cart is as it was wanted, so it is no error; a link could bring any code, so none is repeated.
    return { kind: "info", messageKey: "notices.couponNotThere", values: {} };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refusalNotice(error);
  }
}
