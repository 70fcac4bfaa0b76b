import type { Amount } from "#platform/money.ts";
import { useLocale } from "./locale.tsx";
import { Money } from "./money.tsx";

interface PriceProps {
  /** Amounts in minor units; `was` is the regular price of what costs `min`, if it is reduced. */
  label: { min: Amount; max: Amount; was: Amount | null };
  /** True for the main price of a product page. */
  isBig?: boolean;
  /** The text of the sale badge, for scripts that show this price. */
  saving?: string;
}

/** Renders a price: plain, reduced (new price first, old one struck through) or the lowest of several. */
export function Price({ label, isBig, saving }: PriceProps) {
  const { t } = useLocale();
  const { min, max, was } = label;
  const lowest = max > min ? <LowestPrice amount={min} /> : <Money amount={min} />;
  return (
    <span className={isBig ? "price price--big" : "price"} data-saving={saving || undefined}>
      {was === null ? (
        <b className="now">{lowest}</b>
      ) : (
        <>
          <ins>
            <span className="vh">{t("shell.price.now")} </span>
            {lowest}
          </ins>{" "}
          <del>
            <span className="vh">{t("shell.price.before")} </span>
            <Money amount={was} />
          </del>
        </>
      )}
    </span>
  );
}

function LowestPrice({ amount }: { amount: Amount }) {
  const { t } = useLocale();
  const [before, after] = t("shell.price.from", { amount: "|" }).split("|");
  return (
    <>
      {before && <span className="from">{before}</span>}
      <Money amount={amount} />
      {after && <span className="from">{after}</span>}
    </>
  );
}
