// Answers POST /?wc-ajax=apply_coupon: coupon_code, billing_email. Returns a notice as HTML; its class marks errors.
import { translator } from "#messages/translate.ts";
import type { Notice as StoredNotice } from "#shop/accounts/sessions/sessions.ts";
import { applyCoupon } from "#shop/cart/coupons/apply-coupon.ts";
import { shopperOf } from "#shop/coupons/shopper.ts";
import { Refusal } from "#shop/refusal.ts";
import { ErrorNotice } from "#ui/error-notice.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Call, CallAnswer } from "../entrance.ts";
import { cut, textOf } from "../fields.ts";
import { refusalNotice } from "../notices.ts";
import { markupOf } from "./cart-fragments.tsx";

export async function answerApplyCoupon(call: Call): Promise<CallAnswer> {
  return answerNotice(call, await applyCouponNotice(call));
}

/** Applies the form's coupon to the visitor's cart and returns the resulting notice, also for refusals. */
async function applyCouponNotice(call: Call): Promise<StoredNotice> {
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
    const others = removed.map((other) => `“${other}”`).join(", ");
    return { kind: "success", messageKey: "notices.couponAppliedAlone", values: { code, others } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refusalNotice(error);
  }
}

/** Renders a notice as HTML and sets the cart cookies to the current cart. */
export async function answerNotice(call: Call, { kind, messageKey, values }: StoredNotice): Promise<CallAnswer> {
  const { settings } = await call.visit.facts();
  await call.visit.cart();
  const content = translator(settings.language)(messageKey, values);
  const notice = kind === "error" ? <ErrorNotice items={[{ content }]} /> : <Notice kind={kind}>{content}</Notice>;
  return { html: markupOf(notice, settings) };
}

/**
 * Applies a form's coupon. The notice is shown at the coupon field, which then contains a refused code so that it can be corrected.
 * @param keepsCode whether it does
 */
export async function applyFormCoupon(call: Call, keepsCode = true): Promise<void> {
  const notice = await applyCouponNotice(call);
  const couponTyped = notice.kind === "error" && keepsCode ? cut(textOf(call.fields, "coupon_code").trim(), 100) : "";
  await call.visit.addNotice({ ...notice, values: { ...notice.values, couponTyped } });
}
