import { routes } from "#routes";
import type { Availability, ProductCard } from "#shop/catalogue/product.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Quantity } from "#ui/quantity.tsx";
import { AddToWishlist } from "../../wishlist/fragments/add-to-wishlist.tsx";
import type { DownloadMark } from "./download-mark.tsx";

interface BuyButtonsProps {
  product: Pick<ProductCard, "id" | "type" | "name">;
  /** False when the form has other fields that say what it buys. */
  isNamed?: boolean;
  availability: Availability;
  /** Marks of the button that buys a download. */
  download?: DownloadMark | undefined;
  /** Initial quantity. */
  quantity?: number;
  /** True for grouped products, which have a quantity for each member instead. */
  hasNoQuantity?: boolean;
  /** True in the quick checkout, which has only the Buy now button. */
  isQuick?: boolean;
}

/** Renders quantity, Add to cart, the heart and Buy now, inside a form.cart. */
export function BuyButtons(props: BuyButtonsProps) {
  const { product, isNamed = true, availability, download, hasNoQuantity, isQuick } = props;
  const { name } = product;
  const { t } = useLocale();
  const id = isNamed ? { name: "add-to-cart", value: product.id } : {};
  const isSingle = availability.soldIndividually;
  return (
    <div className={hasNoQuantity || isSingle ? "buy-acts buy-acts--one" : "buy-acts"}>
      {!hasNoQuantity && !isSingle && (
        <Quantity
          name="quantity"
          label={t("product.quantityOf", { name })}
          value={props.quantity ?? availability.minQuantity}
          min={availability.minQuantity}
          max={availability.maxQuantity}
        />
      )}
      {!hasNoQuantity && isSingle && <input type="hidden" name="quantity" value="1" />}
      <Button
        type="submit"
        {...download}
        className={`single_add_to_cart_button button alt${download ? ` ${download.className}` : ""}`}
        data-success_message={isQuick ? undefined : t("catalogue.added", { name })}
        {...id}
      >
        {isQuick ? t("product.buyNow") : t("product.addToCart")}
      </Button>
      <AddToWishlist productId={product.id} type={product.type} name={name} isSingle />
      {!hasNoQuantity && !isQuick && (
        <Button
          type="submit"
          look="ink"
          className="qcfw_single_buy_now_button single_add_to_cart_button button"
          data-href={routes.checkout()}
          {...id}
        >
          {t("product.buyNow")}
        </Button>
      )}
    </div>
  );
}
