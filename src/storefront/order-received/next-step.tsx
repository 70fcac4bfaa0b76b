import { formatMoney } from "#platform/money.ts";
import { formatPhone } from "#shop/accounts/profile/format-phone.ts";
import type { Order } from "#shop/orders/order.ts";
import { findPaymentMethod, isPaidOnDelivery } from "#shop/payments/payment-methods.ts";
import { useLocale } from "#ui/locale.tsx";

/**
 * Returns whether the parcel is being prepared or is on its way: false while payment is awaited and after the order has
 * ended.
 */
export function isUnderway({ status, paymentMethod, shipping, heldFor }: Order): boolean {
  const isWorkedOn = status === "processing" || (status === "on-hold" && isPaidOnDelivery(paymentMethod.id));
  return isWorkedOn && heldFor === null && shipping !== null && !shipping.isPickup;
}

/** Renders the order's status as a heading. */
export function Headline({ order: { status, billing } }: { order: Order }) {
  const { t } = useLocale();
  if (status === "failed" || status === "cancelled" || status === "refunded") return t(`orders.${status}`);
  return t(status === "completed" ? "orders.completed" : "orders.thanks", { name: billing.firstName });
}

/** Renders a sentence with one part in bold. */
function WithStrong({ text, part }: { text: string; part: string }) {
  const at = text.indexOf(part);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <b className="num">{part}</b>
      {text.slice(at + part.length)}
    </>
  );
}

/** Renders the most important next step: what is still to pay and how, or who will call. */
export function NextStep({ order }: { order: Order }) {
  const { t, currency } = useLocale();
  const { status, shipping, paymentRequest } = order;
  const total = formatMoney(order.total, currency);
  const phone = formatPhone(order.billing.phone);
  if (status === "cancelled" && !shipping) return t("orders.cancelledTextUnshipped");
  if (status === "failed" || status === "cancelled" || status === "refunded") return t(`orders.${status}Text`);
  if (order.heldFor !== null) return t("orders.held", { phone });
  if (paymentRequest) return <WithStrong text={t(paymentRequest.request, { total })} part={total} />;
  if (order.total === 0 && !shipping) return t("orders.nothingToPay", { phone });
  if (status === "completed") return t("orders.completedText");
  if (status === "on-hold" && order.isPrepaid) return t("orders.paid", { phone, total });
  const { collection } = findPaymentMethod(order.paymentMethod.id) ?? {};
  const isPaid = order.total === 0 || (status === "processing" && !collection);
  if (!isPaid && !(shipping && collection)) return t("orders.weCallToPay", { phone, total });
  if (!shipping) return t("orders.paid", { phone, total });
  return (
    <>
      {order.total === 0 && t("orders.free")}
      {!isPaid && collection && <WithStrong text={t(collection.haveReady, { total })} part={total} />}{" "}
      {t(shipping.isPickup ? "orders.weCallToFetch" : "orders.weCall", { phone })}
    </>
  );
}
