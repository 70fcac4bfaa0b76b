import { use } from "react";
import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { NoticesContext, type PageNotice } from "../../notices/fragments/notices.tsx";

const errorId = "coupon-error-notice";

/** Returns the notice about the coupon that was just entered, if there is one. */
export function useCouponNotice(): PageNotice | undefined {
  return use(NoticesContext).find(({ couponTyped }) => couponTyped !== undefined);
}

/** Renders the answer to a coupon code below its field. */
function Answer({ of: { kind, text } }: { of: PageNotice }) {
  if (kind === "error")
    return (
      <p id={errorId} className="coupon-error-notice">
        {text}
      </p>
    );
  return <p className="coupon-success-notice">{text}</p>;
}

/** Renders the collapsed coupon field, as part of the form around it. */
function CouponField() {
  const { t } = useLocale();
  const notice = useCouponNotice();
  return (
    <details className="coupon" open={notice !== undefined}>
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
          defaultValue={notice?.couponTyped}
          {...(notice?.kind === "error" && { "aria-invalid": true, "aria-describedby": errorId })}
        />
        <Button type="submit" look="line" name="apply_coupon" id="apply_coupon" value={t("cart.couponApply")}>
          {t("cart.couponApply")}
        </Button>
      </p>
      {notice && <Answer of={notice} />}
    </details>
  );
}

interface CouponFormProps {
  isOnCheckout?: boolean;
}

/** Renders the coupon form of the cart or checkout page; it leads back to that page. */
export function CouponForm({ isOnCheckout }: CouponFormProps) {
  const { t } = useLocale();
  return (
    <form
      className={isOnCheckout ? "checkout_coupon woocommerce-form-coupon" : "woocommerce-form-coupon"}
      action={routes.cart()}
      method="post"
      data-failure={t("cart.couponFailed")}
    >
      {/* A form that is sent by a script does not include the button's value. */}
      <input type="hidden" name="apply_coupon" value="1" />
      <input type="hidden" name="_wp_http_referer" value={isOnCheckout ? routes.checkout() : routes.cart()} />
      <CouponField />
    </form>
  );
}

/** Renders the link that removes a coupon from the cart. */
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
