import { formatMoney } from "#platform/money.ts";
import { type LabelledTax, type SumsOf, taxesWithin } from "#shop/cart/totals/sum-parts.rules.ts";
import { useLocale } from "#ui/locale.tsx";
import { Money } from "#ui/money.tsx";

/** The total, and that the delivery may still come to it. */
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

/** The total, and the tax that lies in it. */
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
