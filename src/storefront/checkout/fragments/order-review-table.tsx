import type { Cart } from "#shop/cart/cart.ts";
import { useLocale } from "#ui/locale.tsx";
import { Money } from "#ui/money.tsx";
import { CartData } from "../../cart/fragments/cart-data.tsx";
import { RemoveCoupon } from "../../cart/fragments/coupon-form.tsx";
import { ShippingMethods } from "../../cart/fragments/shipping-methods.tsx";
import { sumRows } from "../../cart/fragments/sum-rows.ts";
import { SumTotal } from "../../cart/fragments/sums.tsx";

function SumRows({ cart }: { cart: Cart }) {
  const locale = useLocale();
  return (
    <tfoot>
      {sumRows(cart, locale).map(({ key, name, label, value, note, couponCode }) => (
        <tr key={key} className={name}>
          <th scope="row">
            {label} {note && <small className="muted">{note}</small>}
            {couponCode !== undefined && <RemoveCoupon code={couponCode} />}
          </th>
          <td>{value}</td>
        </tr>
      ))}
      {cart.delivery && (
        <tr className="shipping-choice">
          <td colSpan={2}>
            <ShippingMethods cart={cart} />
          </td>
        </tr>
      )}
      <tr className="order-total">
        <th scope="row">{locale.t("cart.total")}</th>
        <td>
          <SumTotal of={cart} />
        </td>
      </tr>
    </tfoot>
  );
}

/** Renders the order's lines and totals. Replaces .woocommerce-checkout-review-order-table. */
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
      <CartData cart={cart} />
    </table>
  );
}
