import { routes } from "#routes";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";

interface HeaderWishlistLinkProps {
  /** True in the mobile menu, where the link has a visible text. */
  isInMenu?: boolean;
}

/**
 * Renders the link to the wishlist. Its count is hidden: the page is cached, so browser code fills it in from the cookie.
 */
export function HeaderWishlistLink({ isInMenu }: HeaderWishlistLinkProps) {
  const { t } = useLocale();
  return (
    <a className={isInMenu ? "link wishlist-link" : "tool wishlist-link"} href={routes.wishlist()}>
      <Icon name="heart" isSmall={isInMenu === true} />
      <span className={isInMenu ? undefined : "vh"}>{t("wishlist.title")}</span>
      <span className={isInMenu ? "wishlist-count" : "wishlist-count badge-count"} hidden>
        <span className="vh">{t("wishlist.count")}</span>
        <span className="wishlist-count-text">0</span>
      </span>
    </a>
  );
}
