// Answers POST /checkout/: the checkout form sent without scripts, with chowk_sign_in by who wants to sign in
// first, and with chowk_country by who wants to see the fields of the country that he has chosen.
import type { FastifyReply, FastifyRequest } from "fastify";
import { shopCalls } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { Refusal } from "#shop/refusal.ts";
import { placeCheckout, whereTo } from "../wc-ajax/checkout.tsx";
import { faultsOf } from "../wc-ajax/checkout-faults.ts";
import { guardFieldsOf } from "../wc-ajax/checkout-fields.ts";
import type { Call, Entrance } from "../wc-ajax/entrance.ts";
import { type Fields, fieldsOf, hasField, isOfAnother } from "../wc-ajax/fields.ts";
import { keepCheckout, mayKeepCheckout } from "../wc-ajax/keep-checkout.ts";
import { refusalNotice } from "../wc-ajax/refusal-notice.ts";
import { isClosedTo } from "../wc-ajax/when-closed.tsx";

/** A `preHandler` hook: an order leads to its confirmation; what was refused waits for the page that is read next, nothing lost. */
export function placeOrderHook(entrance: Entrance) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (request.method !== "POST" || request.visit.path !== routes.checkout()) return undefined;
    const fields = fieldsOf(request);
    if (!isCheckoutForm(fields)) return undefined;
    const call = { ...entrance, visit: request.visit, fields };
    // The page says that the shop opens soon; what was typed waits until it does.
    const target = (await isClosedTo(call)) ? await keepForm(call, []) : await answerForm(call);
    return reply.header("cache-control", "no-store").redirect(target, 303);
  };
}

function isCheckoutForm(fields: Fields): boolean {
  return hasField(fields, "woocommerce_checkout_place_order") || hasField(fields, "woocommerce-process-checkout-nonce");
}

/** @returns where the browser goes next; a page that a form was posted to would be asked for again on the way back */
async function answerForm(call: Call): Promise<string> {
  const user = (await call.visit.session.find())?.user;
  const isForeign = isOfAnother(call.fields, user?.id ?? null);
  const isLeaving = hasField(call.fields, "chowk_sign_in");
  // Nobody's form: there is no cart to order, and nothing waits.
  if (!(await mayKeepCheckout(call)))
    return isForeign || isLeaving ? routes.signIn(routes.checkout()) : routes.checkout();
  // Somebody else has signed in since: what the page's reader typed is neither for him to see nor to order by.
  if (user && isForeign) {
    await call.visit.addNotice({ kind: "error", messageKey: "account.refused.another", values: {} });
    return routes.checkout();
  }
  if (isLeaving) return leaveToSignIn(call);
  if (hasField(call.fields, "chowk_country") && !isForeign) return keepForm(call, []);
  if (!isForeign) return place(call);
  // Its session has ended: the cart waits for its owner, and so does the form.
  await call.visit.addNotice({ kind: "info", messageKey: "account.form.ended", values: {} });
  return leaveToSignIn(call);
}

/** What was typed waits for who comes back from the sign-in. */
async function leaveToSignIn(call: Call): Promise<string> {
  return routes.signIn(await keepForm(call, []));
}

async function place(call: Call): Promise<string> {
  const { guard, visit, fields } = call;
  const holder = await visit.session.nonceHolder();
  try {
    if (!(await visit.hasValidNonce(shopCalls.checkout, fields))) {
      await visit.addNotice({ kind: "error", messageKey: "notices.tryAgain", values: {} });
      return await keepForm(call, []);
    }
    return whereTo(call, await placeCheckout(call));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const faults = faultsOf(error);
    // Faults stand beside their fields, and after them what came with them; everything else is a notice.
    if (faults.length === 0) await visit.addNotice(noticeOf(error));
    const isUnsure = error.code === "checkout_unsure";
    const unsureSeconds = isUnsure && faults.length > 0 ? Number(error.details.seconds) : undefined;
    const isByProgram = isUnsure && !guard.isHonest({ ...guardFieldsOf(fields), holder });
    return await keepForm(call, faults, { unsureSeconds, isByProgram });
  }
}

function noticeOf(refusal: Refusal): ReturnType<typeof refusalNotice> {
  if (refusal.code !== "checkout_session_expired") return refusalNotice(refusal);
  return { kind: "error", messageKey: "notices.sessionExpired", values: {} };
}

async function keepForm(...given: Parameters<typeof keepCheckout>): Promise<string> {
  await keepCheckout(...given);
  return routes.checkout();
}
