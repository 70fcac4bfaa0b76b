// Answers POST /?wc-ajax=checkout: the whole checkout form. The status is always 200.

import { checkoutForm } from "#http/guards/nonce-actions.ts";
import { recordedConsentOf } from "#http/visit/visit-consent.ts";
import { trackingOf } from "#http/visit/visit-tracking.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import { listCartLines } from "#shop/cart/carts.ts";
import { asksForConsent, attributionRule } from "#shop/consent/consent.rules.ts";
import { deliveredCountries } from "#shop/delivery/delivered-countries.rules.ts";
import { type CheckoutForm, faultDetails } from "#shop/orders/checkout/checkout.rules.ts";
import type { PlacedOrder } from "#shop/orders/checkout/checkout.ts";
import { findOrderFaults } from "#shop/orders/checkout/chosen-methods.ts";
import { withDialledPhone } from "#shop/orders/checkout/phone-check.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.ts";
import { takeTurn } from "#shop/rate-limits.ts";
import { Refusal } from "#shop/refusal.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import { isToldByServer } from "#shop/tracking/conversion-apis.ts";
import { networkNames } from "#shop/tracking/networks/networks.rules.ts";
import { visibleControl } from "#storefront/address/fragments/address-controls.ts";
import { checkoutErrorText } from "#storefront/checkout/fragments/field-error-text.ts";
import { termsField } from "#storefront/checkout/fragments/terms.tsx";
import { noticeText } from "#storefront/notices/fragments/page-notices.tsx";
import { type ErrorItem, ErrorNotice } from "#ui/error-notice.tsx";
import { markupOf } from "../cart/cart-fragments.tsx";
import type { Call, CallAnswer } from "../entrance.ts";
import { cut, type Fields, hasField, isOfOtherUser, textOf } from "../fields.ts";
import { refusalNotice } from "../notices.ts";
import {
  checkoutFormOf,
  chosenMethodsOf,
  controlOf,
  countryOf,
  faultsOf,
  guardFieldsOf,
  isTicked,
} from "./checkout-fields.ts";
import { holdForQuantities } from "./hold-for-quantities.ts";
import { orderAttribution } from "./order-attribution.ts";
import { saveRefusedCheckout } from "./save-checkout.ts";

export async function answerCheckout(call: Call): Promise<CallAnswer> {
  const { settings, zones } = await call.visit.facts();
  const refused = (await refuseOtherUser(call)) ?? (await refuseNonce(call));
  if (refused) return refused;
  // Sent by another script while ours is missing.
  if (await holdForQuantities(call)) return reload();
  try {
    const order = await placeCheckout(call);
    return { json: { result: "success", redirect: nextUrl(call, order), order_id: order.id } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The client then fetches the current order review: lines, totals and payment fields.
    const needsRefresh =
      ["cart_changed", "bot_check_failed"].includes(error.code) ||
      error.code.startsWith("coupon_") ||
      needsUnshownTerms(error, call.fields);
    const items = errorItems(error, call.fields, settings, deliveredCountries(zones, settings));
    return failure(items, settings, needsRefresh);
  }
}

/** Returns the answer to a page that was shown to another user than the one signed in; undefined if it was not. */
async function refuseOtherUser(call: Call): Promise<CallAnswer | undefined> {
  const { visit, fields } = call;
  const user = (await visit.session.find())?.user;
  if (!isOfOtherUser(fields, user?.id ?? null)) return undefined;
  // The form is not saved: it belongs to somebody else.
  if (user) return reloadWithNotice(call, "account.refused.another");
  const { settings } = await visit.facts();
  const t = translator(settings.language);
  await saveRefusedCheckout(call, []);
  const action = { label: t("account.signIn"), href: routes.signIn(routes.checkout()) };
  return failure([{ content: t("account.form.ended"), action }], settings, false);
}

/**
 * Returns the answer to an invalid nonce; undefined for a valid one. With a cart the client fetches a new nonce with the
 * order review, or reloads the page if it can no longer call that either.
 */
async function refuseNonce(call: Call): Promise<CallAnswer | undefined> {
  const { db, visit, fields } = call;
  if (await visit.hasValidNonce(checkoutForm, fields)) return undefined;
  const { settings } = await visit.facts();
  const t = translator(settings.language);
  const session = await visit.session.find();
  const lines = session ? await listCartLines(db, session.id) : [];
  if (lines.length === 0) return failure([{ content: t("notices.sessionExpired") }], settings, false);
  if (!(await needsReload(call))) return failure([{ content: t("notices.tryAgain") }], settings, true);
  await saveRefusedCheckout(call, []);
  return reloadWithNotice(call, "notices.tryAgain");
}

/**
 * Returns whether the page's other nonces are invalid too: it is too old, or the visitor has signed in since, for example in
 * another tab. A guest's other nonces are independent of the session.
 */
async function needsReload({ nonces, visit, fields }: Call): Promise<boolean> {
  const holder = await visit.session.nonceHolder();
  return holder.userId !== 0 || nonces.wasGiven(textOf(fields, checkoutForm.field), checkoutForm.action, holder);
}

/** Makes the client reload the page, which then shows the notice. */
async function reloadWithNotice(
  { visit }: Call,
  messageKey: "notices.tryAgain" | "account.refused.another",
): Promise<CallAnswer> {
  await visit.addNotice({ kind: "error", messageKey, values: {} });
  return reload();
}

function reload(): CallAnswer {
  return { json: { result: "failure", messages: "", refresh: false, reload: true } };
}

/** Places the order and sets the cart cookies (an empty cart, unless the order is a repeat). @throws Refusal */
export async function placeCheckout(call: Call): Promise<PlacedOrder> {
  const { db, clock, guard, visit, fields } = call;
  const session = await visit.session.find();
  if (!session) throw new Refusal("checkout_session_expired");
  const { settings, zones } = await visit.facts();
  const form = withDialledPhone(await checkoutFormOf(call));
  const { beganAt, isCrowdedOut } = await checkGuard(call, session.id, form);
  const { ip } = visit.request;
  const bounds = { ip, isCrowdedOut, priceLevel: await call.priceLevel() };
  const { allowance, release } = guard.allowanceFor(bounds, settings, clock.now());
  const agent = visit.request.headers["user-agent"] ?? "";
  const privacy = asksForConsent(settings)
    ? recordedConsentOf(visit.request, { settings, signatures: call.signatures, now: clock.now() })
    : null;
  const attribution = await orderAttribution(call);
  const checkout = {
    sessionId: session.id,
    userId: session.user?.id ?? null,
    attempt: cut(textOf(fields, "chowk_attempt"), 100) || null,
    beganAt,
    seenHash: textOf(fields, "chowk_cart_hash") || null,
    form,
    ...chosenMethodsOf(fields),
    customerIp: ip,
    customerAgent: agent,
    consent: {
      ...((form.acceptsTerms || hasField(fields, termsField)) && { terms: form.acceptsTerms ?? false }),
      ...(form.hidesSale && { liveSales: false as const }),
      ...(privacy && { privacy }),
      ...(attribution === null && attributionRule(settings) !== "no" && { attribution: false as const }),
    },
    attribution,
    tracking: networkNames.some((name) => isToldByServer(name, settings)) ? trackingOf(visit.request, settings) : null,
    allowance,
  };
  const order = await placeOrder(db, checkout, settings, clock.now(), zones).catch((error: unknown) => {
    release();
    throw error;
  });
  if (order.isRepeat) {
    release();
    await visit.cart();
    return order;
  }
  guard.noteOrder(ip, clock.now());
  visit.cookies.setCart({ itemCount: 0, hash: "" }, {});
  // The text does not reveal whether the address already has an account; only the mail does.
  const { email } = checkout.form.billing;
  if (order.hasAccountMail)
    await visit.addNotice({ kind: "success", messageKey: "account.mailSent", values: { email } });
  if (order.hasAccountMail === false)
    await visit.addNotice({ kind: "info", messageKey: "account.mailsEnough", values: { email } });
  return order;
}

/**
 * Returns when the form was shown, after the bot check and the wait in a crowd, and whether that crowd is too long to
 * wait in. The refusal of a form that was only submitted too fast lists its other
 * errors too; for likely bots these checks are skipped to save work. @throws Refusal
 */
async function checkGuard(
  call: Call,
  sessionId: number,
  form: CheckoutForm,
): Promise<{ beganAt: Date | null; isCrowdedOut: boolean }> {
  const { db, clock, guard, visit, fields } = call;
  const store = await visit.facts();
  const sent = { ...guardFieldsOf(fields), holder: await visit.session.nonceHolder(), ip: visit.request.ip };
  try {
    const { beganAt, queue } = guard.check(sent, store.settings, clock.now());
    const turn = queue && (await takeTurn(db, queue, clock.now()));
    const seconds = Math.ceil(((turn?.getTime() ?? 0) - clock.now().getTime()) / 1000);
    if (turn && seconds > 0) throw new Refusal("bot_check_failed", { seconds });
    return { beganAt, isCrowdedOut: queue !== null && turn === null };
  } catch (error) {
    if (!(error instanceof Refusal && guard.isGenuine(sent))) throw error;
    const faults = await findOrderFaults(db, { sessionId, form, ...chosenMethodsOf(fields) }, store, clock.now());
    throw new Refusal(error.code, { ...error.details, ...faultDetails(faults) });
  }
}

/** Returns the absolute URL of the next step: the payment page or the confirmation. */
export function nextUrl({ visit }: Call, order: PlacedOrder): string {
  return order.payAt ?? visit.siteUrl + routes.orderReceived(order.id, order.key);
}

/** Returns whether the terms must be accepted although the page did not show them. */
function needsUnshownTerms({ details }: Refusal, fields: Fields): boolean {
  return details["order.terms"] !== undefined && !hasField(fields, termsField);
}

/**
 * Returns the error messages of a refused checkout, each with its control if it has one.
 * @param countries the countries with delivery
 */
function errorItems(refusal: Refusal, fields: Fields, settings: Settings, countries: readonly string[]): ErrorItem[] {
  const t = translator(settings.language);
  const faults = faultsOf(refusal).map((fault) => {
    const { message, beside } = checkoutErrorText(fault, countryOf(fields, fault.part, settings), t);
    return { content: message, beside, controlId: controlOf(fault.part, fault.field) };
  });
  if (refusal.code === "checkout_invalid") return faults;
  if (refusal.code === "checkout_repeated") {
    const { id, key } = refusal.details;
    const action = { label: t("checkout.seeOrder"), href: routes.orderReceived(Number(id), String(key)) };
    return [{ content: noticeText(refusalNotice(refusal), t), action }];
  }
  if (refusal.code === "cart_empty" || refusal.code === "checkout_session_expired")
    return [{ content: t("notices.sessionExpired"), action: { label: t("cart.emptyAction"), href: routes.shop() } }];
  const controlId = refusal.code === "payment_not_taken" ? countryControl(fields, countries) : null;
  return [...faults, { content: noticeText(refusalNotice(refusal), t), ...(controlId !== null && { controlId }) }];
}

/** Returns the id of the country's control that decides about the payment methods; null if there is no choice. */
export function countryControl(fields: Fields, countries: readonly string[]): string | null {
  return visibleControl(
    isTicked(textOf(fields, "ship_to_different_address")) ? "shipping" : "billing",
    "country",
    countries,
  );
}

function failure(items: readonly ErrorItem[], settings: Settings, refresh: boolean): CallAnswer {
  const messages = markupOf(<ErrorNotice items={items} />, settings);
  return { json: { result: "failure", messages, refresh, reload: false } };
}
