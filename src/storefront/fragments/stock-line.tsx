import type { Availability } from "#shop/catalogue/product.ts";
import { useLocale } from "#ui/locale.tsx";

/** Whether a product or variation can be had, and how many are left where that is shown. */
export function StockLine({ availability }: { availability: Availability }) {
  const { t } = useLocale();
  const { status, remaining } = availability;
  if (status === "outofstock") return <p className="stock out-of-stock">{t("product.outOfStock")}</p>;
  if (status === "onbackorder") return <p className="stock available-on-backorder">{t("product.onBackorder")}</p>;
  return (
    <p className="stock in-stock">
      {remaining === null ? t("product.inStock") : t("product.inStockLeft", { count: remaining })}
    </p>
  );
}
