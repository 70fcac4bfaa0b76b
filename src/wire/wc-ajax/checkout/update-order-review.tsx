// Answers POST /?wc-ajax=update_order_review: the destination (country, state, city, postcode; prefixed with s_ for a separate
// shipping address) and payment_method. Both are saved with the cart.
import type { Translate } from "#messages/catalogue.ts";
import { translator } from "#messages/translate.ts";
import { formatMoney } from "#platform/money.ts";
import { routes } from "#routes";
import type { CurrentCart } from "#shop/cart/cart.ts";
import { saveCartDelivery } from "#shop/cart/cart-delivery.ts";
import { dropForbiddenCoupons } from "#shop/cart/coupons/drop-forbidden-coupons.ts";
import { shopperOf } from "#shop/coupons/shopper.ts";
import { findPaymentMethod } from "#shop/payments/payment-methods.ts";
import type { Refusal } from "#shop/refusal.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import type { TaxedSettings } from "#shop/taxes/tax-terms.rules.ts";
import { OrderReviewTable } from "#storefront/checkout/fragments/order-review-table.tsx";
import { Payment } from "#storefront/checkout/fragments/payment.tsx";
import { noticeText } from "#storefront/notices/fragments/page-notices.tsx";
import { type ErrorItem, ErrorNotice } from "#ui/error-notice.tsx";
import { markupOf } from "../cart/cart-fragments.tsx";
import { chosenMethodId } from "../delivery/update-shipping-method.tsx";
import type { Call, CallAnswer } from "../entrance.ts";
import { fieldsWithin, textOf } from "../fields.ts";
import { refusalNotice } from "../notices.ts";
import { noteReminderConsent } from "./cart-reminder.ts";
import { addressOf, destinationOfFields } from "./checkout-fields.ts";
import { paymentPropsOf } from "./payment-props.ts";

export async function answerUpdateOrderReview(call: Call): Promise<CallAnswer> {
  const { settings } = await call.visit.facts();
  await saveDelivery(call);
  await noteReminderConsent(call, fieldsWithin(call.fields, "post_data"));
  const seen = await call.visit.cart({ reports: "in the answer" });
  const others = await dropOthers(call, seen);
  const cart = others.length === 0 ? seen : await call.visit.cart({ reports: "in the answer" });
  if (cart.lines.length === 0) return { json: { fragments: { "form.woocommerce-checkout": expired(cart, settings) } } };
  const refused = [...seen.refusedCoupons.map(({ refusal }) => refusal), ...others];
  const messages = problemMessages({ ...cart, dropped: seen.dropped }, refused, settings);
  return {
    json: {
      result: messages === "" ? "success" : "failure",
      messages,
      reload: false,
      fragments: await reviewFragments(call, cart, settings),
    },
  };
}

/** Saves destination, shipping method and payment method with the cart. The s_ fields take precedence if present. */
async function saveDelivery({ db, clock, visit, fields }: Call): Promise<void> {
  const session = await visit.session.find();
  if (!session) return;
  const prefix = textOf(fields, "s_country") === "" ? "" : "s_";
  const destination = await destinationOfFields({ visit, fields }, prefix);
  const methodId = await chosenMethodId({ visit, fields });
  const paymentMethodId = findPaymentMethod(textOf(fields, "payment_method"))?.id ?? null;
  await saveCartDelivery(db, session.id, { destination, methodId, paymentMethodId }, clock.now());
}

/** Removes coupons that belong to another customer, judging by the typed email address and phone. @returns the reasons */
async function dropOthers({ db, clock, visit, fields }: Call, cart: CurrentCart): Promise<Refusal[]> {
  const session = await visit.session.find();
  if (!session || cart.usedCoupons.length === 0) return [];
  const { email, phone } = addressOf(fieldsWithin(fields, "post_data"), "billing", "");
  return dropForbiddenCoupons(db, session.id, cart, shopperOf(session.user?.id ?? null, email, phone), clock.now());
}

async function reviewFragments(
  call: Call,
  cart: CurrentCart,
  settings: TaxedSettings,
): Promise<Record<string, string>> {
  const payment = <Payment cart={cart} {...(await paymentPropsOf(call, cart))} />;
  return {
    ".woocommerce-checkout-review-order-table": markupOf(<OrderReviewTable cart={cart} />, settings),
    ".woocommerce-checkout-payment": markupOf(payment, settings),
  };
}

/** Returns the messages about removed lines and coupons and about everything that would prevent the order. */
function problemMessages(cart: CurrentCart, refused: readonly Refusal[], settings: Settings): string {
  const t = translator(settings.language);
  const items = cart.problems.map(({ name, code, allowed }) => {
    if (code === "out_of_stock") return { content: t("notices.refused.product_out_of_stock", { name }) };
    if (code === "too_few") return { content: t("notices.refused.quantity_too_small", { name, min: allowed }) };
    return { content: t("notices.refused.stock_insufficient", { name, remaining: allowed }) };
  });
  const totalWithout = formatMoney(cart.total, cart.currency);
  const coupons = refused.map((refusal) => {
    const { messageKey, values } = refusalNotice(refusal);
    return { content: noticeText({ messageKey, values: { ...values, totalWithout } }, t) };
  });
  return markupOf(<ErrorNotice items={[...removedItems(cart, t), ...coupons, ...items]} />, settings);
}

function removedItems({ dropped }: CurrentCart, t: Translate): ErrorItem[] {
  return dropped.map(({ name }) => ({ content: t("notices.gone", { name }) }));
}

function expired(cart: CurrentCart, settings: Settings): string {
  const t = translator(settings.language);
  const action = { label: t("cart.emptyAction"), href: routes.shop() };
  return markupOf(
    <ErrorNotice items={[...removedItems(cart, t), { content: t("notices.sessionExpired"), action }]} />,
    settings,
  );
}
