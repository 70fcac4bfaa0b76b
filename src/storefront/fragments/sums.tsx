import { useLocale } from "#ui/locale.tsx";
import { Money } from "#ui/money.tsx";
import { type SumsOf, sumRows } from "./sum-rows.ts";

interface SumsProps {
  of: SumsOf;
  /** Without the total where it stands on its own. */
  hidesTotal?: boolean;
}

/** Subtotal, discount, shipping, tax and total, ruled like the panel on a label. */
export function Sums({ of, hidesTotal }: SumsProps) {
  const locale = useLocale();
  return (
    <dl className="sums">
      {sumRows(of, locale).map(({ name, label, value }) => (
        <div key={name} className={name}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {!hidesTotal && (
        <div className="order-total total">
          <dt>{locale.t("cart.total")}</dt>
          <dd>
            <Money amount={of.total} />
          </dd>
        </div>
      )}
    </dl>
  );
}
