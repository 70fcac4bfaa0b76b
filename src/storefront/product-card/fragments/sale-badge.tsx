import { formatMoney } from "#platform/money.ts";
import type { PriceLabel } from "#shop/catalogue/product.ts";
import { type Locale, useLocale } from "#ui/locale.tsx";

/** Returns the text of the sale badge: what the price saves, or the most that a choice saves; "" without a sale. */
export function savingText({ min, max, saving }: PriceLabel, { t, currency }: Locale): string {
  if (saving <= 0) return "";
  return t(max > min ? "catalogue.saveUpTo" : "catalogue.save", { amount: formatMoney(saving, currency) });
}

interface SaleBadgeProps {
  price: PriceLabel | null;
  /** Renders a hidden badge even without a saving, for a script that follows the choice. */
  isFollowed?: boolean;
}

/** Renders the discount on a picture; nothing when the price is not reduced. */
export function SaleBadge({ price, isFollowed = false }: SaleBadgeProps) {
  const locale = useLocale();
  const text = price && savingText(price, locale);
  if (!text && !isFollowed) return null;
  return (
    <span className="onsale badge" hidden={!text}>
      {text}
    </span>
  );
}
