// Answers POST /checkout/: the checkout form sent without scripts. The button chowk_sign_in leads to the sign-in page first;
// chowk_country shows the fields of the chosen country, chowk_update saves the quantities and apply_coupon applies coupon_code, which
// every button of the form does too.
import type { FastifyReply, FastifyRequest } from "fastify";
import { checkoutForm } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { deliveredCountries } from "#shop/delivery/delivered-countries.rules.ts";
import { Refusal } from "#shop/refusal.ts";
import { updateButton } from "#storefront/cart/fragments/cart-form.tsx";
import { applyFormCoupon } from "../../wc-ajax/cart/apply-coupon.tsx";
import { updateQuantities } from "../../wc-ajax/cart/form-quantities.ts";
import { countryControl, nextUrl, placeCheckout } from "../../wc-ajax/checkout/checkout.tsx";
import { faultsOf, guardFieldsOf } from "../../wc-ajax/checkout/checkout-fields.ts";
import { holdForQuantities } from "../../wc-ajax/checkout/hold-for-quantities.ts";
import { maySaveCheckout, saveRefusedCheckout } from "../../wc-ajax/checkout/save-checkout.ts";
import { isClosedTo } from "../../wc-ajax/closed-store.tsx";
import type { Call, Entrance } from "../../wc-ajax/entrance.ts";
import { type Fields, fieldsOf, hasField, isOfOtherUser, textOf } from "../../wc-ajax/fields.ts";
import { addPageExpiredNotice, refusalNotice } from "../../wc-ajax/notices.ts";

/** Returns a `preHandler` hook: redirects to the confirmation, or back to the checkout with the refused form saved. */
export function placeOrderHook(entrance: Entrance) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (request.method !== "POST" || request.visit.path !== routes.checkout()) return undefined;
    const fields = fieldsOf(request);
    if (!isCheckoutForm(fields)) return undefined;
    const call = { ...entrance, visit: request.visit, fields };
    // The page shows the coming-soon message; the form is saved until the store opens.
    const target = (await isClosedTo(call)) ? await saveForm(call, []) : await answerForm(call);
    return reply.header("cache-control", "no-store").redirect(target, 303);
  };
}

function isCheckoutForm(fields: Fields): boolean {
  return hasField(fields, "woocommerce_checkout_place_order") || hasField(fields, "woocommerce-process-checkout-nonce");
}

/** Returns the path to redirect to (POST/redirect/GET, so that Back does not resubmit the form). */
async function answerForm(call: Call): Promise<string> {
  const user = (await call.visit.session.find())?.user;
  const isForeign = isOfOtherUser(call.fields, user?.id ?? null);
  const isLeaving = hasField(call.fields, "chowk_sign_in");
  // Without a session there is no cart to order and nothing is saved.
  if (!(await maySaveCheckout(call)))
    return isForeign || isLeaving ? routes.signIn(routes.checkout()) : routes.checkout();
  // Another user has signed in since the page was shown: they must neither see nor order this form.
  if (user && isForeign) {
    await call.visit.addNotice({ kind: "error", messageKey: "account.refused.another", values: {} });
    return routes.checkout();
  }
  if (isLeaving) return leaveToSignIn(call);
  if (!isForeign) return showsPageAgain(call.fields) ? update(call) : place(call);
  // The session has ended: cart and form are restored when the same user signs in again.
  await call.visit.addNotice({ kind: "info", messageKey: "account.form.ended", values: {} });
  return leaveToSignIn(call);
}

/** Returns whether the form orders nothing yet: another button sent it, or a coupon changes the total. */
function showsPageAgain(fields: Fields): boolean {
  return hasField(fields, "chowk_country") || hasField(fields, updateButton) || hasCoupon(fields);
}

/** Returns whether a coupon's code was entered, or its button pressed. */
function hasCoupon(fields: Fields): boolean {
  return isCouponPressed(fields) || textOf(fields, "coupon_code").trim() !== "";
}

/** The button's name alone is also a hidden field of the coupon's own form. */
function isCouponPressed(fields: Fields): boolean {
  return hasField(fields, "apply_coupon") && hasField(fields, "coupon_code");
}

/** Saves quantities, coupon and form. */
async function update(call: Call): Promise<string> {
  const { visit, fields } = call;
  if (await visit.hasValidNonce(checkoutForm, fields)) {
    await updateQuantities(call, routes.checkout());
    // If the button for the order was pressed, a refused code must not keep the next press from ordering.
    if (hasCoupon(fields)) await applyFormCoupon(call, isCouponPressed(fields));
  } else if (hasField(fields, updateButton) || hasCoupon(fields)) await addPageExpiredNotice(call);
  return saveForm(call, []);
}

/** Saves quantities and form, and returns the sign-in path. */
async function leaveToSignIn(call: Call): Promise<string> {
  return routes.signIn(await update(call));
}

async function place(call: Call): Promise<string> {
  const { guard, visit, fields } = call;
  const holder = await visit.session.nonceHolder();
  try {
    if (!(await visit.hasValidNonce(checkoutForm, fields))) {
      await visit.addNotice({ kind: "error", messageKey: "notices.tryAgain", values: {} });
      return await saveForm(call, []);
    }
    if (await holdForQuantities(call)) return routes.checkout();
    return nextUrl(call, await placeCheckout(call));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const faults = faultsOf(error);
    // Field errors are shown at their fields; everything else is a notice.
    if (faults.length === 0 || error.code === "payment_not_taken") await visit.addNotice(await noticeOf(call, error));
    const isBotCheckFailed = error.code === "bot_check_failed";
    const waitSeconds = isBotCheckFailed && faults.length > 0 ? Number(error.details.seconds) : undefined;
    const isBot = isBotCheckFailed && !guard.isGenuine({ ...guardFieldsOf(fields), holder });
    return await saveForm(call, faults, { waitSeconds, isBot });
  }
}

async function noticeOf({ visit, fields }: Call, refusal: Refusal): Promise<ReturnType<typeof refusalNotice>> {
  if (refusal.code === "checkout_session_expired")
    return { kind: "error", messageKey: "notices.sessionExpired", values: {} };
  const notice = refusalNotice(refusal);
  if (refusal.code !== "payment_not_taken") return notice;
  const { settings, zones } = await visit.facts();
  const controlId = countryControl(fields, deliveredCountries(zones, settings));
  return controlId === null ? notice : { ...notice, values: { ...notice.values, controlId } };
}

async function saveForm(...parameters: Parameters<typeof saveRefusedCheckout>): Promise<string> {
  await saveRefusedCheckout(...parameters);
  return routes.checkout();
}
