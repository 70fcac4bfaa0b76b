import { formatMoney } from "#platform/money.ts";
import type { Cart } from "#shop/cart/cart.ts";
import { useLocale } from "#ui/locale.tsx";

/** How much more makes the delivery free, where some spend does and something is delivered. */
export function FreeDelivery({ cart }: { cart: Cart }) {
  const { t, currency } = useLocale();
  const way = cart.delivery?.freeDeliveryGap;
  if (!way || cart.shipping?.isPickup) return null;
  const { from, missing } = way;
  // As long as it may turn out to be a dearer place nothing is promised.
  const isFree = cart.mayCostMore ? "cart.freeReachedOpen" : "cart.freeReached";
  const reached = t(cart.shipping?.amount === 0 ? isFree : "cart.freeToChoose");
  const words = missing > 0 ? t("cart.toFree", { amount: formatMoney(missing, currency) }) : reached;
  return (
    <label className="free-delivery small">
      {words}
      {/* A spend of nothing makes it free, too. */}
      <progress max={Math.max(from, 1)} value={from > 0 ? from - missing : 1} />
    </label>
  );
}
