import { formatMoney } from "#platform/money.ts";
import type { Cart } from "#shop/cart/cart.ts";
import { useLocale } from "#ui/locale.tsx";

/** Renders the amount missing for free delivery, if the shipping zone has such a threshold. */
export function FreeDelivery({ cart }: { cart: Cart }) {
  const { t, currency } = useLocale();
  const gap = cart.delivery?.freeDeliveryGap;
  if (!gap || cart.shipping?.isPickup) return null;
  const { from, missing } = gap;
  // While the destination may still cost more, nothing is promised.
  const isFree = cart.mayCostMore ? "cart.freeReachedOpen" : "cart.freeReached";
  const reached = t(cart.shipping?.amount === 0 ? isFree : "cart.freeToChoose");
  const words = missing > 0 ? t("cart.toFree", { amount: formatMoney(missing, currency) }) : reached;
  return (
    <label className="free-delivery small">
      {words}
      {/* A threshold of 0 also means free delivery. */}
      <progress max={Math.max(from, 1)} value={from > 0 ? from - missing : 1} />
    </label>
  );
}
