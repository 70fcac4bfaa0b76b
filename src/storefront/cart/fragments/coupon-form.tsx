import { routes } from "#routes";
import { useLocale } from "#ui/locale.tsx";
import { CouponField } from "./coupon-field.tsx";

interface CouponFormProps {
  isOnCheckout?: boolean;
}

/** The coupon form of the cart, or of the checkout; it leads back there. */
export function CouponForm({ isOnCheckout }: CouponFormProps) {
  const { t } = useLocale();
  return (
    <form
      className={isOnCheckout ? "checkout_coupon woocommerce-form-coupon" : "woocommerce-form-coupon"}
      action={routes.cart()}
      method="post"
      data-failure={t("cart.couponFailed")}
    >
      {/* A script that sends the form sends no button. */}
      <input type="hidden" name="apply_coupon" value="1" />
      <input type="hidden" name="_wp_http_referer" value={isOnCheckout ? routes.checkout() : routes.cart()} />
      <CouponField />
    </form>
  );
}
