import type { Amount } from "#platform/money.ts";
import { useLocale } from "./locale.tsx";
import { Money } from "./money.tsx";

interface PriceProps {
  /** Amounts in minor units; `was` is the regular price of a reduced product. */
  label: { min: Amount; max: Amount; was: Amount | null };
  /** True for the main price of a product page. */
  isBig?: boolean;
}

/** Renders a price: plain, reduced (new price first, old one struck through) or a range. */
export function Price({ label, isBig }: PriceProps) {
  const { t } = useLocale();
  const { min, max, was } = label;
  return (
    <span className={isBig ? "price price--big" : "price"}>
      {was === null ? (
        <b className="now">
          <Money amount={min} />
          {max > min && (
            <>
              <span aria-hidden="true"> – </span>
              <span className="vh">{t("shell.price.to")}</span>
              <Money amount={max} />
            </>
          )}
        </b>
      ) : (
        <>
          <ins>
            <span className="vh">{t("shell.price.now")} </span>
            <Money amount={min} />
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
