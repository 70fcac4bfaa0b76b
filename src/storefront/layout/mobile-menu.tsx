import { routes } from "#routes";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { HeaderWishlistLink } from "../wishlist/fragments/header-wishlist-link.tsx";
import { Logo } from "./logo.tsx";
import { MainMenu } from "./main-menu.tsx";
import type { Shell } from "./shell.ts";

/** Returns the id that the menu button links to. */
export function mobileMenuId(type: Shell["mobileMenu"]): string {
  return type === "off-canvas" ? "ast-mobile-popup" : "ast-mobile-menu";
}

function MenuBody({ shell }: { shell: Shell }) {
  const { t } = useLocale();
  return (
    <>
      <nav className="body ast-mobile-header-content" aria-label={t("shell.mainMenu")}>
        <MainMenu
          items={shell.menus.primary}
          currentPath={shell.currentPath}
          group="small-menu"
          className="main-header-menu menu-list"
        />
      </nav>
      <div className="foot menu-foot">
        <a className="link" href={routes.account()}>
          <Icon name="user" isSmall />
          {shell.account?.name ? t("account.linkOf", { name: shell.account.name }) : t("account.link")}
        </a>
        <HeaderWishlistLink isInMenu />
      </div>
    </>
  );
}

function MenuDialog({ shell, id }: { shell: Shell; id: string }) {
  const { t } = useLocale();
  return (
    <dialog id={id} className="drawer drawer--start ast-mobile-popup-drawer" aria-label={t("shell.menu")}>
      <div className="drawer-veil ast-mobile-popup-overlay" />
      <div className="head">
        <span className="logo">
          <Logo shopName={shell.shopName} />
        </span>
        <a id="menu-toggle-close" className="x" href="#masthead" role="button" aria-label={t("shell.closeMenu")}>
          <Icon name="x" />
        </a>
      </div>
      <MenuBody shell={shell} />
    </dialog>
  );
}

/** Renders the mobile menu. Its URL fragment opens it too, so the menu button works before and without scripts. */
export function MobileMenu({ shell }: { shell: Shell }) {
  const id = mobileMenuId(shell.mobileMenu);
  return (
    <shop-mobile-menu>
      {shell.mobileMenu === "off-canvas" ? (
        <MenuDialog shell={shell} id={id} />
      ) : (
        <div id={id} className="menu-dropdown">
          <MenuBody shell={shell} />
        </div>
      )}
    </shop-mobile-menu>
  );
}
