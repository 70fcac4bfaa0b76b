import { formatMoney } from "#platform/money.ts";
import { type LabelledTax, type SumsOf, taxesWithin } from "#shop/cart/totals/sum-parts.rules.ts";
import { useLocale } from "#ui/locale.tsx";
import { Money } from "#ui/money.tsx";
import { RemoveCoupon } from "./coupon-form.tsx";
import { sumRows } from "./sum-rows.ts";

/** Renders the total, noting when delivery will be added. */
export function Total({ of }: { of: Pick<SumsOf, "total" | "mayCostMore" | "shipping"> }) {
  const { t } = useLocale();
  return (
    <>
      <Money amount={of.total} />
      {of.mayCostMore && (
        <small className="total-open muted small"> {t(of.shipping ? "cart.mayCostMore" : "cart.plusDelivery")}</small>
      )}
    </>
  );
}

/** Renders the total and the tax included in it. */
export function SumTotal({ of }: { of: SumsOf }) {
  const { t, currency } = useLocale();
  const within = taxesWithin(of);
  const amountOf = ({ amount }: LabelledTax) => formatMoney(amount, currency);
  const words = within.map((tax) =>
    tax.label === ""
      ? t("cart.taxWithin", { amount: amountOf(tax) })
      : t("cart.taxNamed", { amount: amountOf(tax), label: tax.label }),
  );
  return (
    <>
      <Total of={of} />
      {words.length > 0 && (
        <small className="includes_tax muted small"> {t("cart.taxesWithin", { taxes: words.join(", ") })}</small>
      )}
    </>
  );
}

interface SumsProps {
  of: SumsOf;
  /** Leaves out the total where it is shown separately. */
  hidesTotal?: boolean;
  /** Adds links that remove coupons: for carts, not for orders. */
  removesCoupons?: boolean;
}

/** Renders subtotal, coupons, shipping, tax and total. */
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
