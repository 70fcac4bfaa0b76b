import { type Currency, toDecimal } from "#platform/money.ts";
import { isDownload } from "#shop/catalogue/download.rules.ts";
import type { BaseProductDetail } from "#shop/catalogue/product.ts";
import { useLocale } from "#ui/locale.tsx";

/** What scripts of the field know the button of a purchase form by. Prices are decimals. */
export interface DownloadMark {
  className: string;
  "data-download-id": number;
  "data-price": string;
  "data-variable-price": "yes" | "no";
}

/** Returns the marks of the button that buys a download; undefined for other products. */
export function downloadMark(product: BaseProductDetail, currency: Currency): DownloadMark | undefined {
  if (!isDownload(product)) return undefined;
  return {
    className: "edd-add-to-cart",
    "data-download-id": product.id,
    "data-price": toDecimal(product.price?.min ?? 0, currency),
    "data-variable-price": product.type === "variable" ? "yes" : "no",
  };
}

/** Returns the class of a form that buys a download, preceded by a space; "" for other products. */
export function downloadFormClass(product: BaseProductDetail): string {
  return isDownload(product) ? " edd_download_purchase_form" : "";
}

/** Says how a download is delivered. */
export function DownloadNote({ product }: { product: BaseProductDetail }) {
  const { t } = useLocale();
  return isDownload(product) && <p className="download-note muted small">{t("product.downloadNote")}</p>;
}
