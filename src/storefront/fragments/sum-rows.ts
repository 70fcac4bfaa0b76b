import { type Amount, formatMoney } from "#platform/money.ts";
import type { Locale } from "#ui/locale.tsx";

/** What a cart and an order both add up to. Amounts in minor units. */
export interface SumsOf {
  subtotal: Amount;
  discount: Amount;
  /** null: nothing has to be carried anywhere. */
  shipping: { title: string; amount: Amount } | null;
  tax: Amount;
  total: Amount;
}

/** A row of the sums. */
export interface SumRow {
  /** The class under which scripts and styles know it. */
  name: string;
  label: string;
  value: string;
}

/** The rows above the total: subtotal, and what there is of discount, shipping and tax. */
export function sumRows({ subtotal, discount, shipping, tax }: SumsOf, { t, currency }: Locale): SumRow[] {
  const money = (amount: Amount) => formatMoney(amount, currency);
  const rows = [{ name: "cart-subtotal", label: t("cart.subtotal"), value: money(subtotal) }];
  if (discount > 0)
    rows.push({
      name: "cart-discount save",
      label: t("cart.discount"),
      value: t("cart.minus", { amount: money(discount) }),
    });
  if (shipping) {
    const value = shipping.amount === 0 ? t("cart.shippingFree") : money(shipping.amount);
    rows.push({ name: "woocommerce-shipping-totals shipping", label: t("cart.shipping"), value });
  }
  if (tax > 0) rows.push({ name: "tax-total", label: t("cart.tax"), value: money(tax) });
  return rows;
}
