import { routes } from "#routes";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";

/** What the fragment replaces, wherever it stands on the page. */
export const headerCartLinkSelector = "a.cart-container";

/**
 * The cart in the header with the number of pieces in it; 0 on pages that are the same for everybody. Its name is made of what it
 * shows, so that whoever changes the number changes the name.
 */
export function HeaderCartLink({ itemCount }: { itemCount: number }) {
  const { t } = useLocale();
  return (
    <a className="cart-container tool" href={routes.cart()}>
      <span className="vh">{t("shell.cart")}</span>
      <span className="ast-cart-menu-wrap">
        <Icon name="bag" />
        <span className="count badge-count" hidden={itemCount === 0}>
          <span className="vh">{t("shell.cartItems")}</span>
          <span className="ast-count-text">{itemCount}</span>
        </span>
      </span>
    </a>
  );
}
