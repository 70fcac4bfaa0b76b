import { routes } from "#routes";
import type { BaseProductDetail } from "#shop/catalogue/product.ts";
import { useLocale } from "#ui/locale.tsx";
import { StandaloneHeart } from "../../wishlist/fragments/standalone-heart.tsx";
import { BuyButtons } from "./buy-buttons.tsx";
import { DownloadNote, downloadFormClass, downloadMark } from "./download-mark.tsx";
import { StockLine } from "./stock-line.tsx";

interface SimpleFormProps {
  product: BaseProductDetail;
  quantity?: number;
  /** Id of the form, so that buttons outside can submit it. */
  formId?: string;
  /** True in the quick checkout. */
  isQuick?: boolean;
}

/** Renders the buying form of a simple product: stock, quantity, Add to cart, Buy now. */
export function SimpleForm({ product, quantity, formId, isQuick = false }: SimpleFormProps) {
  const { currency } = useLocale();
  if (!product.availability.isPurchasable) {
    return (
      <>
        <StockLine availability={product.availability} />
        <StandaloneHeart product={product} />
      </>
    );
  }
  return (
    <form
      className={`cart${downloadFormClass(product)}`}
      id={formId}
      action={routes.product(product.slug)}
      method="post"
    >
      <StockLine availability={product.availability} />
      <BuyButtons
        product={product}
        availability={product.availability}
        isQuick={isQuick}
        download={downloadMark(product, currency)}
        {...(quantity !== undefined && { quantity })}
      />
      <DownloadNote product={product} />
    </form>
  );
}
