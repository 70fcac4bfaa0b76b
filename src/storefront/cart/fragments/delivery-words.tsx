import type { Cart } from "#shop/cart/cart.ts";
import { daysInWords } from "#ui/days-in-words.ts";
import { useLocale } from "#ui/locale.tsx";

/** What to expect of the delivery, in a sentence. */
export function DeliveryWords({ cart }: { cart: Cart }) {
  const { t } = useLocale();
  if (!cart.shipping) return null;
  const { isPickup, days } = cart.shipping;
  const words = isPickup || !days ? t("cart.reassurePickup") : t("cart.reassure", { days: daysInWords(days, t) });
  return <p className="muted small">{words}</p>;
}
