import { formatMoney } from "#platform/money.ts";
import type { PriceLabel } from "#shop/catalogue/product.ts";
import { useLocale } from "#ui/locale.tsx";

/** Renders the discount on a picture; nothing when the price is not reduced. */
export function SaleBadge({ price }: { price: PriceLabel | null }) {
  const { t, currency } = useLocale();
  if (!price || price.was === null || price.was <= price.min) return null;
  return (
    <span className="onsale badge">
      {t("catalogue.save", { amount: formatMoney(price.was - price.min, currency) })}
    </span>
  );
}
