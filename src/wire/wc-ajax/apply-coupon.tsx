// Answers POST /?wc-ajax=apply_coupon: coupon_code, billing_email. A notice as HTML; clients tell an error by its class.
import { translator } from "#messages/translate.ts";
import type { Notice as KeptNotice } from "#shop/accounts/sessions/sessions.ts";
import { applyCoupon } from "#shop/cart/coupons/apply-coupon.ts";
import { shopperOf } from "#shop/coupons/shopper.ts";
import { Refusal } from "#shop/refusal.ts";
import { ErrorNotice } from "#ui/error-notice.tsx";
import { Notice } from "#ui/notice.tsx";
import { markupOf } from "./cart-fragments.tsx";
import type { Call, CallAnswer } from "./entrance.ts";
import { cut, textOf } from "./fields.ts";
import { refusalNotice } from "./refusal-notice.ts";

export async function answerApplyCoupon(call: Call): Promise<CallAnswer> {
  return answerNotice(call, await enterCoupon(call));
}

/** Puts the coupon that a form names into the visitor's cart. @returns what he is told of it */
export async function enterCoupon(call: Call): Promise<KeptNotice> {
  const { db, clock, visit, fields } = call;
  const session = await visit.session.find();
  const { settings } = await visit.facts();
  try {
    const user = session?.user;
    const shopper = shopperOf(user?.id ?? null, user?.email ?? "", user?.phone ?? "");
    const email = textOf(fields, "billing_email") || shopper.email;
    const entry = {
      sessionId: session?.id ?? null,
      code: cut(textOf(fields, "coupon_code").trim(), 100),
      shopper,
      email,
      ip: visit.request.ip,
    };
    const { code, removed } = await applyCoupon(db, entry, settings, clock.now());
    if (removed.length === 0) return { kind: "success", messageKey: "notices.couponApplied", values: { code } };
    const others = removed.map((one) => `“${one}”`).join(", ");
    return { kind: "success", messageKey: "notices.couponAppliedAlone", values: { code, others } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refusalNotice(error);
  }
}

/** A notice as it is shown, with the cookies that tell of the cart as it is now. */
export async function answerNotice(call: Call, { kind, messageKey, values }: KeptNotice): Promise<CallAnswer> {
  const { settings } = await call.visit.facts();
  await call.visit.cart();
  const content = translator(settings.language)(messageKey, values);
  const notice = kind === "error" ? <ErrorNotice items={[{ content }]} /> : <Notice kind={kind}>{content}</Notice>;
  return { html: markupOf(notice, settings) };
}
