import type { RefusedForm } from "#http/visit/refused-form.ts";
import { routes } from "#routes";
import type { Cart } from "#shop/cart/cart.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { CartData } from "./cart-data.tsx";
import { DeliveryEstimate } from "./delivery-text.tsx";
import { FreeDelivery } from "./free-delivery.tsx";
import { calculatorId, ShippingCalculator } from "./shipping-calculator.tsx";
import { ShippingMethods } from "./shipping-methods.tsx";
import { Sums } from "./sums.tsx";

interface CartTotalsProps {
  cart: Cart;
  /** For the action woocommerce-shipping-calculator. */
  calculatorNonce: string;
  /** The delivery estimate that this request sent, if it was refused. */
  refusedCalculator?: RefusedForm | undefined;
}

/** Renders the cart totals and the checkout button. Replaces div.cart_totals. */
export function CartTotals({ cart, calculatorNonce, refusedCalculator }: CartTotalsProps) {
  const { t } = useLocale();
  return (
    <div className="cart_totals">
      <h2>{t("cart.totals")}</h2>
      {cart.delivery && (
        <div className="woocommerce-shipping-totals shipping">
          <ShippingMethods cart={cart} form={calculatorId} />
          <ShippingCalculator
            destination={cart.destination}
            countries={cart.delivery.countries}
            nonce={calculatorNonce}
            isOpen={!cart.shipping}
            refused={refusedCalculator}
          />
        </div>
      )}
      <FreeDelivery cart={cart} />
      <Sums of={cart} removesCoupons />
      <CartData cart={cart} />
      <p className="wc-proceed-to-checkout">
        <Button href={routes.checkout()} isWide className="checkout-button button alt wc-forward">
          {t("cart.proceed")}
        </Button>
      </p>
      <DeliveryEstimate cart={cart} />
    </div>
  );
}
