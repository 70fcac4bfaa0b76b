import { formatMoney } from "#platform/money.ts";
import type { DeliveryPromise } from "#shop/delivery/delivery-promise.rules.ts";
import type { Locale } from "#ui/locale.tsx";

/** What the delivery costs, as far as one product tells: in a few words, and in a sentence. */
export function deliveryCost(
  { freeFrom }: DeliveryPromise,
  { t, currency }: Pick<Locale, "t" | "currency">,
): { title: string; text: string } {
  if (freeFrom === 0) return { title: t("product.assure.shipping"), text: t("product.assure.shippingText") };
  if (freeFrom === null) return { title: t("product.assure.priced"), text: t("product.assure.pricedText") };
  const amount = formatMoney(freeFrom, currency);
  return { title: t("product.assure.freeFrom", { amount }), text: t("product.assure.pricedText") };
}
