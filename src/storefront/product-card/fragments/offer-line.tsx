import { formatMoney } from "#platform/money.ts";
import type { ShownOffer } from "#shop/catalogue/product.ts";
import { useLocale } from "#ui/locale.tsx";

interface OfferLineProps {
  offer: ShownOffer;
  /** True on the product page. */
  isBig?: boolean;
}

/** Renders a quantity offer, naming the variations that have it if not all do. */
export function OfferLine({ offer: { pieces, price, of }, isBig }: OfferLineProps) {
  const { t, currency } = useLocale();
  const values = { pieces, price: formatMoney(price, currency) };
  const text = of === "" ? t("catalogue.bulkOffer", values) : t("catalogue.bulkOfferOf", { ...values, of });
  return <p className={isBig ? "offer" : "card-offer"}>{isBig ? <b>{text}</b> : text}</p>;
}
