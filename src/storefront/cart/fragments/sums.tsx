import type { SumsOf } from "#shop/cart/totals/sum-parts.rules.ts";
import { useLocale } from "#ui/locale.tsx";
import { RemoveCoupon } from "./remove-coupon.tsx";
import { sumRows } from "./sum-rows.ts";
import { SumTotal } from "./sum-total.tsx";

interface SumsProps {
  of: SumsOf;
  /** Without the total where it stands on its own. */
  hidesTotal?: boolean;
  /** With links that take coupons out: of a cart, not of an order. */
  removesCoupons?: boolean;
}

/** Subtotal, coupons, shipping, tax and total, ruled like the panel on a label. */
export function Sums({ of, hidesTotal, removesCoupons }: SumsProps) {
  const locale = useLocale();
  return (
    <dl className="sums">
      {sumRows(of, locale).map(({ key, name, label, value, note, couponCode }) => (
        <div key={key} className={name}>
          <dt>
            {label} {note && <small className="muted">{note}</small>}
            {removesCoupons && couponCode !== undefined && <RemoveCoupon code={couponCode} />}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
      {!hidesTotal && (
        <div className="order-total total">
          <dt>{locale.t("cart.total")}</dt>
          <dd>
            <SumTotal of={of} />
          </dd>
        </div>
      )}
    </dl>
  );
}
