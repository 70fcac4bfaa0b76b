import { formatMoney } from "#platform/money.ts";
import type { Cart } from "#shop/cart/cart.ts";
import type { Locale } from "#ui/locale.tsx";

/** Why a cart is not brought to the place that it is for. */
export function nowhereWords({ delivery }: Pick<Cart, "delivery">, { t, currency }: Locale): string {
  const from = delivery?.offeredFrom ?? null;
  if (from !== null) return t("cart.deliveredFrom", { amount: formatMoney(from, currency) });
  return t(delivery?.isElsewhere ? "cart.notDeliveredThere" : "cart.notDelivered");
}
