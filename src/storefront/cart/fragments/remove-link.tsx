import { routes } from "#routes";
import type { CartLine } from "#shop/cart/cart.ts";
import { useLocale } from "#ui/locale.tsx";

interface RemoveLinkProps {
  line: CartLine;
  /** For the page request that removes the line. */
  nonce: string;
  /** In the mini cart a script removes the line in place. */
  isInMiniCart?: boolean;
}

/** Renders the link that removes a line from the cart, in place if a script handles it. */
export function RemoveLink({ line, nonce, isInMiniCart }: RemoveLinkProps) {
  const { t } = useLocale();
  return (
    <a
      className={`remove${isInMiniCart ? " remove_from_cart_button" : ""} link link--quiet small`}
      href={routes.removeFromCart(line.key, nonce)}
      rel="nofollow"
      {...(isInMiniCart && { role: "button" })}
      aria-label={t("cart.removeOf", { name: line.name })}
      data-product_id={line.variationId ?? line.productId}
      data-cart_item_key={line.key}
      data-product_sku={line.sku}
      data-success_message={t("cart.removed", { name: line.name })}
      data-restored_message={t("cart.restored", { name: line.name })}
    >
      {t("cart.remove")}
    </a>
  );
}
