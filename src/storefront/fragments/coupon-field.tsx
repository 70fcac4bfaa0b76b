import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";

/** Where a coupon's code is typed, folded until somebody has one; a part of the form around it. */
export function CouponField() {
  const { t } = useLocale();
  return (
    <details className="coupon">
      <summary className="link">{t("cart.couponOpen")}</summary>
      <p className="coupon-row">
        <label className="vh" htmlFor="coupon_code">
          {t("cart.coupon")}
        </label>
        <input
          className="input input-text"
          id="coupon_code"
          name="coupon_code"
          type="text"
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Button type="submit" look="line" name="apply_coupon" value={t("cart.couponApply")}>
          {t("cart.couponApply")}
        </Button>
      </p>
    </details>
  );
}
