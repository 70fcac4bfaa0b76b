import type { ProductCard } from "#shop/catalogue/product.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { AddToWishlist } from "../../wishlist/fragments/add-to-wishlist.tsx";

/** Renders the link to a product that another shop sells, and its heart. */
export function ExternalButton({ product }: { product: ProductCard }) {
  const { t } = useLocale();
  return (
    <div className="cart buy-acts">
      {product.externalUrl && (
        <Button href={product.externalUrl} className="single_add_to_cart_button button alt" rel="nofollow">
          {product.buttonText || t("catalogue.buyProduct")}
        </Button>
      )}
      <AddToWishlist productId={product.id} type={product.type} name={product.name} isSingle />
    </div>
  );
}
