import { routes } from "#routes";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";

/** Selector of the header cart link that the fragment replaces, anywhere on the page. */
export const headerCartLinkSelector = "a.cart-container";

/**
 * Renders the header cart link with the number of items; 0 on cached pages. Its accessible name comes from its visible
 * content, so a script that changes the number changes the name too.
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
