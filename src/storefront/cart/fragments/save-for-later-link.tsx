import { routes } from "#routes";
import type { CartLine } from "#shop/cart/cart.ts";
import { useLocale } from "#ui/locale.tsx";

/** Renders the link that moves a cart line into the wishlist. @param nonce for the action woocommerce-cart */
export function SaveForLaterLink({ line, nonce }: { line: CartLine; nonce: string }) {
  const { t } = useLocale();
  return (
    <a
      className="save-for-later link link--quiet small"
      href={routes.saveForLater(line.key, nonce)}
      rel="nofollow"
      aria-label={t("cart.saveForLaterOf", { name: line.name })}
    >
      {t("cart.saveForLater")}
    </a>
  );
}
