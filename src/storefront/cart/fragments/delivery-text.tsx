import { formatMoney } from "#platform/money.ts";
import type { Cart } from "#shop/cart/cart.ts";
import type { DeliveryPromise } from "#shop/delivery/delivery-promise.rules.ts";
import { findPaymentMethod } from "#shop/payments/payment-methods.ts";
import { formatDeliveryTime } from "#ui/delivery-time.ts";
import { type Locale, useLocale } from "#ui/locale.tsx";

/** Renders one sentence about the expected delivery; a payment method that collects money then says so. */
export function DeliveryEstimate({ cart }: { cart: Cart }) {
  const locale = useLocale();
  const { t } = locale;
  if (!cart.shipping) return null;
  const { isPickup, days, arrival } = cart.shipping;
  const collection = cart.total > 0 ? findPaymentMethod(cart.paymentMethodId)?.collection : undefined;
  const text =
    isPickup || !days
      ? t("cart.readyForPickup")
      : t(collection?.onArrival ?? "cart.arrives", { days: formatDeliveryTime({ days, arrival }, locale) });
  return <p className="muted small">{text}</p>;
}

/** Returns the reason why the cart cannot be delivered to its destination. */
export function noDeliveryReason({ delivery }: Pick<Cart, "delivery">, { t, currency }: Locale): string {
  const from = delivery?.offeredFrom ?? null;
  if (from !== null) return t("cart.deliveredFrom", { amount: formatMoney(from, currency) });
  return t(delivery?.isElsewhere ? "cart.notDeliveredThere" : "cart.notDelivered");
}

/** Returns the delivery cost of a product as a title and a sentence. */
export function deliveryCost(
  { freeFrom }: DeliveryPromise,
  { t, currency }: Pick<Locale, "t" | "currency">,
): { title: string; text: string } {
  if (freeFrom === 0) return { title: t("product.assure.shipping"), text: t("product.assure.shippingText") };
  if (freeFrom === null) return { title: t("product.assure.priced"), text: t("product.assure.pricedText") };
  const amount = formatMoney(freeFrom, currency);
  return { title: t("product.assure.freeFrom", { amount }), text: t("product.assure.pricedText") };
}
