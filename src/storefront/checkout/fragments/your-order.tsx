import type { Cart } from "#shop/cart/cart.ts";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { CartForm } from "../../cart/fragments/cart-form.tsx";
import { CheckoutCoupon, useCouponNotice } from "../../cart/fragments/coupon-form.tsx";
import { Total } from "../../cart/fragments/sums.tsx";

/** Id of the checkout's form, which submits the quantities too where no script saves them. */
export const checkoutFormId = "checkout-form";

interface YourOrderProps {
  cart: Cart;
  /** For the action woocommerce-cart. */
  nonce: string;
  /** Whether a changed quantity reloads the page. */
  reloads: boolean;
  /** Whether errors of the form follow, which a phone shows first. */
  hasErrors?: boolean;
}

/**
 * Renders the cart lines with quantities, open on a desktop. On a phone several lines are collapsed with the total visible; the
 * quantity of a single one can be changed at once. Replaces .checkout-cart.
 */
export function YourOrder({ cart, nonce, reloads, hasErrors = false }: YourOrderProps) {
  const { t } = useLocale();
  const hasCouponNotice = useCouponNotice() !== undefined;
  return (
    <section className="checkout-cart" aria-label={t("checkout.order")} {...(reloads && { "data-chowk-reloads": "" })}>
      <details className="sum-fold" open={hasCouponNotice || (cart.lines.length === 1 && !hasErrors)}>
        <summary>
          <Icon name="bag" />
          {t("checkout.orderItems", { count: cart.itemCount })}
          <Icon name="down" isSmall />
          <b>
            <Total of={cart} />
          </b>
        </summary>
        {/* No heading, because it would precede the page's own. The section has a label instead. */}
        <p className="wide-only checkout-cart-title">{t("checkout.order")}</p>
        <CartForm cart={cart} nonce={nonce} checkoutForm={checkoutFormId} />
        <CheckoutCoupon checkoutForm={checkoutFormId} />
      </details>
    </section>
  );
}
