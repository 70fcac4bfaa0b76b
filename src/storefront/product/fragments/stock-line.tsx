import type { Translate } from "#messages/catalogue.ts";
import type { Availability } from "#shop/catalogue/product.ts";
import { useLocale } from "#ui/locale.tsx";

/** Returns the availability as text, with the remaining quantity where the shop shows it. */
export function stockText({ status, remaining, backorders }: Availability, t: Translate): string {
  if (status === "outofstock") return t("product.outOfStock");
  if (status === "onbackorder") return t("product.onBackorder");
  if (remaining === null) return t("product.inStock");
  return t(backorders === "notify" ? "product.inStockThenBackorder" : "product.inStockLeft", { count: remaining });
}

const classes = {
  outofstock: "stock out-of-stock",
  onbackorder: "stock available-on-backorder",
  instock: "stock in-stock",
} as const;

/** Renders the availability with an icon. */
export function StockLine({ availability }: { availability: Availability }) {
  const { t } = useLocale();
  return <p className={classes[availability.status]}>{stockText(availability, t)}</p>;
}
