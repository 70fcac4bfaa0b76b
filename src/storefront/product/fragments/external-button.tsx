import type { ProductCard } from "#shop/catalogue/product.ts";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";

/** Renders the link to a product that another shop sells. */
export function ExternalButton({ product }: { product: ProductCard }) {
  const { t } = useLocale();
  if (!product.externalUrl) return null;
  return (
    <p className="cart">
      <Button href={product.externalUrl} isWide className="single_add_to_cart_button button alt" rel="nofollow">
        {product.buttonText || t("catalogue.buyProduct")}
      </Button>
    </p>
  );
}
