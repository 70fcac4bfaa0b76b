import { routes } from "#routes";
import { useLocale } from "#ui/locale.tsx";

/** Takes a coupon out of the cart. */
export function RemoveCoupon({ code }: { code: string }) {
  const { t } = useLocale();
  return (
    <a
      className="woocommerce-remove-coupon link link--quiet small"
      href={routes.removeCoupon(code)}
      rel="nofollow"
      aria-label={t("cart.couponRemoveOf", { code })}
      data-coupon={code}
    >
      {t("cart.couponRemove")}
    </a>
  );
}
