import { formatMoney } from "#platform/money.ts";
import type { BulkOffer } from "#shop/catalogue/bulk-offer.rules.ts";
import { useLocale } from "#ui/locale.tsx";

interface OfferLineProps {
  offer: BulkOffer;
  /** On the product's own page. */
  isBig?: boolean;
}

/** So many pieces for a price. */
export function OfferLine({ offer: { pieces, price }, isBig }: OfferLineProps) {
  const { t, currency } = useLocale();
  const text = t("catalogue.bulkOffer", { pieces, price: formatMoney(price, currency) });
  return <p className={isBig ? "offer" : "card-offer"}>{isBig ? <b>{text}</b> : text}</p>;
}
