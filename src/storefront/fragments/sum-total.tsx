import { formatMoney } from "#platform/money.ts";
import { type SumsOf, taxWithin } from "#shop/cart/sum-parts.rules.ts";
import { useLocale } from "#ui/locale.tsx";
import { Money } from "#ui/money.tsx";

/** The total, and the tax that lies in it. */
export function SumTotal({ of }: { of: SumsOf }) {
  const { t, currency } = useLocale();
  const within = taxWithin(of);
  return (
    <>
      <Money amount={of.total} />
      {within !== null && (
        <small className="includes_tax muted small">
          {" "}
          {t("cart.taxWithin", { amount: formatMoney(within, currency) })}
        </small>
      )}
    </>
  );
}
