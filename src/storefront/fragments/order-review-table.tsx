import { type Amount, formatMoney } from "#platform/money.ts";
import type { Cart } from "#shop/cart/cart.ts";
import { useLocale } from "#ui/locale.tsx";
import { Money } from "#ui/money.tsx";

function Row({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <tr className={name}>
      <th scope="row">{label}</th>
      <td>{value}</td>
    </tr>
  );
}

function SumRows({ cart }: { cart: Cart }) {
  const { t, currency } = useLocale();
  const money = (amount: Amount) => formatMoney(amount, currency);
  const shipping = !cart.shipping
    ? t("cart.shippingLater")
    : cart.shipping.amount === 0
      ? t("cart.shippingFree")
      : money(cart.shipping.amount);
  return (
    <tfoot>
      <Row name="cart-subtotal" label={t("cart.subtotal")} value={money(cart.subtotal)} />
      {cart.discount > 0 && (
        <Row
          name="cart-discount save"
          label={t("cart.discount")}
          value={t("cart.minus", { amount: money(cart.discount) })}
        />
      )}
      <Row name="woocommerce-shipping-totals shipping" label={t("cart.shipping")} value={shipping} />
      {cart.tax > 0 && <Row name="tax-total" label={t("cart.tax")} value={money(cart.tax)} />}
      <tr className="order-total">
        <th scope="row">{t("cart.total")}</th>
        <td>
          <Money amount={cart.total} />
        </td>
      </tr>
    </tfoot>
  );
}

/** The lines and sums of the order to be placed. Replaces .woocommerce-checkout-review-order-table. */
export function OrderReviewTable({ cart }: { cart: Cart }) {
  const { t } = useLocale();
  return (
    <table className="shop_table woocommerce-checkout-review-order-table">
      <caption className="vh">{t("checkout.order")}</caption>
      <thead className="vh">
        <tr>
          <th scope="col">{t("checkout.product")}</th>
          <th scope="col">{t("checkout.amount")}</th>
        </tr>
      </thead>
      <tbody>
        {cart.lines.map((line) => (
          <tr key={line.key} className="cart_item">
            <th scope="row" className="product-name">
              {line.name}
              {line.choices.map(({ value }) => `, ${value}`)}{" "}
              <span className="product-quantity">× {line.quantity}</span>
            </th>
            <td className="product-total">
              <Money amount={line.total} />
            </td>
          </tr>
        ))}
      </tbody>
      <SumRows cart={cart} />
    </table>
  );
}
