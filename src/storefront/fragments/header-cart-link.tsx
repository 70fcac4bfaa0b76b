import { routes } from "#routes";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";

/** What the fragment replaces, wherever it stands on the page. */
export const headerCartLinkSelector = "a.cart-container";

/** The cart in the header with the number of pieces in it; 0 on pages that are the same for everybody. */
export function HeaderCartLink({ itemCount }: { itemCount: number }) {
  const { t } = useLocale();
  return (
    <a className="cart-container tool" href={routes.cart()} aria-label={t("shell.cart", { count: itemCount })}>
      <span className="ast-cart-menu-wrap">
        <Icon name="bag" />
        <span className="count badge-count" hidden={itemCount === 0}>
          <span className="ast-count-text">{itemCount}</span>
        </span>
      </span>
    </a>
  );
}
