import { use } from "react";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { NoticesContext, type PageNotice } from "../../notices/fragments/notices.tsx";

const errorId = "coupon-error-notice";

/** What the page says of the coupon that was entered last, if it is news. */
export function useCouponNotice(): PageNotice | undefined {
  return use(NoticesContext).find(({ couponTyped }) => couponTyped !== undefined);
}

/** What became of the code, where it was typed. */
function Answer({ of: { kind, text } }: { of: PageNotice }) {
  if (kind === "error")
    return (
      <p id={errorId} className="coupon-error-notice">
        {text}
      </p>
    );
  return <p className="coupon-success-notice">{text}</p>;
}

/** Where a coupon's code is typed, folded until somebody has one; a part of the form around it. */
export function CouponField() {
  const { t } = useLocale();
  const told = useCouponNotice();
  return (
    <details className="coupon" open={told !== undefined}>
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
          defaultValue={told?.couponTyped}
          {...(told?.kind === "error" && { "aria-invalid": true, "aria-describedby": errorId })}
        />
        <Button type="submit" look="line" name="apply_coupon" id="apply_coupon" value={t("cart.couponApply")}>
          {t("cart.couponApply")}
        </Button>
      </p>
      {told && <Answer of={told} />}
    </details>
  );
}
