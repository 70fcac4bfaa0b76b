import { use } from "react";
import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { Fold, foldClass } from "#ui/fold.tsx";
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

/** Renders the coupon field and its button, as part of the form with the id `form`; default: the form around it. */
function CouponField({ form }: { form?: string }) {
  const { t } = useLocale();
  const notice = useCouponNotice();
  return (
    <>
      <p className="coupon-row">
        <label className="vh" htmlFor="coupon_code">
          {t("cart.coupon")}
        </label>
        <input
          className="input input-text"
          id="coupon_code"
          name="coupon_code"
          form={form}
          type="text"
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={notice?.couponTyped}
          {...(notice?.kind === "error" && { "aria-invalid": true, "aria-describedby": errorId })}
        />
        <Button
          type="submit"
          look="line"
          name="apply_coupon"
          id="apply_coupon"
          value={t("cart.couponApply")}
          form={form}
        >
          {t("cart.couponApply")}
        </Button>
      </p>
      {notice && <Answer of={notice} />}
    </>
  );
}

/** Renders the collapsed coupon field of the cart page, as part of the form of the lines. */
export function CartCoupon() {
  const { t } = useLocale();
  const part = "cart-coupon";
  return (
    <Fold part={part} label={t("cart.couponOpen")} linkClass="coupon-link">
      <div className={`coupon ${foldClass(useCouponNotice() !== undefined)}`} id={part}>
        <CouponField />
      </div>
    </Fold>
  );
}

/**
 * Inline script of the checkout page. With scripts, the coupon's field belongs to the form around it: the protocol's scripts send
 * that one; `releaseFields` does the same for what our own script replaces. A constant, so that the content security policy can contain its hash.
 */
export const detachCoupon =
  "for(const field of document.querySelectorAll('#coupon_code,#apply_coupon'))field.removeAttribute('form')";

/**
 * Renders the collapsed coupon form of the checkout page; it leads back to that page. Without scripts its field belongs to the
 * checkout's form, so that nothing typed there is lost.
 */
export function CheckoutCoupon({ checkoutForm }: { checkoutForm: string }) {
  const { t } = useLocale();
  const part = "woocommerce-checkout-form-coupon";
  return (
    <Fold part={part} label={t("cart.couponOpen")} linkClass="coupon-link showcoupon">
      <form
        className={`checkout_coupon woocommerce-form-coupon coupon ${foldClass(useCouponNotice() !== undefined)}`}
        id={part}
        action={routes.cart()}
        method="post"
        data-failure={t("cart.couponFailed")}
      >
        {/* First, because the protocol's script focuses the form's first field. */}
        <CouponField form={checkoutForm} />
        {/* A form that is sent by a script does not include the button's value. */}
        <input type="hidden" name="apply_coupon" value="1" />
        <input type="hidden" name="_wp_http_referer" value={routes.checkout()} />
      </form>
    </Fold>
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
