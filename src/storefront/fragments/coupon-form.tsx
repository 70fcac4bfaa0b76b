import { routes } from "#routes";
import { useLocale } from "#ui/locale.tsx";
import { CouponField } from "./coupon-field.tsx";

/** The coupon form of the checkout; it leads back there. */
export function CouponForm() {
  const { t } = useLocale();
  return (
    <form
      className="checkout_coupon woocommerce-form-coupon"
      action={routes.cart()}
      method="post"
      data-failure={t("cart.couponFailed")}
    >
      {/* A script that sends the form sends no button. */}
      <input type="hidden" name="apply_coupon" value="1" />
      <input type="hidden" name="_wp_http_referer" value={routes.checkout()} />
      <CouponField />
    </form>
  );
}
