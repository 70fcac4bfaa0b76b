import { routes } from "#routes";
import type { Cart } from "#shop/cart/cart.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { CartData } from "./cart-data.tsx";
import { Sums } from "./sums.tsx";

/** What the cart adds up to and the way to the checkout. Replaces div.cart_totals. */
export function CartTotals({ cart }: { cart: Cart }) {
  const { t } = useLocale();
  return (
    <div className="cart_totals">
      <h2>{t("cart.totals")}</h2>
      <Sums of={cart} removesCoupons />
      <CartData cart={cart} />
      <p className="wc-proceed-to-checkout">
        <Button href={routes.checkout()} isWide className="checkout-button button alt wc-forward">
          {t("cart.proceed")}
        </Button>
      </p>
      {cart.shipping && <p className="muted small">{t("cart.reassure")}</p>}
    </div>
  );
}
