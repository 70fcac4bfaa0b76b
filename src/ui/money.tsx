import { type Amount, formatNumber } from "#platform/money.ts";
import { useLocale } from "./locale.tsx";

/** Renders an amount in the shop's currency, in the markup that scripts read. */
export function Money({ amount }: { amount: Amount }) {
  const { currency } = useLocale();
  return (
    <span className="woocommerce-Price-amount amount">
      <bdi>
        <span className="woocommerce-Price-currencySymbol">{currency.symbol}</span>
        {`\u00a0${formatNumber(amount, currency)}`}
      </bdi>
    </span>
  );
}
