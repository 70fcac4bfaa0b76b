import { type Amount, formatMoney } from "#platform/money.ts";
import { useLocale } from "#ui/locale.tsx";
import { Money } from "#ui/money.tsx";

/** What a cart and an order both add up to. Amounts in minor units. */
export interface SumsOf {
  subtotal: Amount;
  discount: Amount;
  shipping: { title: string; amount: Amount } | null;
  tax: Amount;
  total: Amount;
}

interface SumsProps {
  of: SumsOf;
  /** Further rows before the total, such as the way of payment. */
  extra?: readonly { label: string; value: string }[];
  /** Without the total where it stands on its own. */
  hidesTotal?: boolean;
}

/** Subtotal, discount, shipping, tax and total, ruled like the panel on a label. */
export function Sums({ of, extra = [], hidesTotal }: SumsProps) {
  const { t, currency } = useLocale();
  const shipping = !of.shipping
    ? t("cart.shippingLater")
    : of.shipping.amount === 0
      ? t("cart.shippingFree")
      : formatMoney(of.shipping.amount, currency);
  const rows = [
    { name: "cart-subtotal", label: t("cart.subtotal"), value: formatMoney(of.subtotal, currency) },
    of.discount > 0 && {
      name: "cart-discount save",
      label: t("cart.discount"),
      value: t("cart.minus", { amount: formatMoney(of.discount, currency) }),
    },
    { name: "woocommerce-shipping-totals", label: t("cart.shipping"), value: shipping },
    of.tax > 0 && { name: "tax-total", label: t("cart.tax"), value: formatMoney(of.tax, currency) },
    ...extra.map((row) => ({ name: "extra", ...row })),
  ].filter((row) => row !== false);
  return (
    <dl className="sums">
      {rows.map(({ name, label, value }) => (
        <div key={label} className={name}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {!hidesTotal && (
        <div className="order-total total">
          <dt>{t("cart.total")}</dt>
          <dd>
            <Money amount={of.total} />
          </dd>
        </div>
      )}
    </dl>
  );
}
