import { routes } from "#routes";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { showCartCount } from "../cart/fragments/cart-count.ts";
import { HeaderCartLink } from "../cart/fragments/header-cart-link.tsx";
import { HeaderSearch } from "../search/fragments/header-search.tsx";
import { HeaderWishlistLink } from "../wishlist/fragments/header-wishlist-link.tsx";
import { Logo } from "./logo.tsx";
import { MainMenu } from "./main-menu.tsx";
import { MobileMenu, mobileMenuId } from "./mobile-menu.tsx";
import type { Shell } from "./shell.ts";

function HomeLink({ shopName, homeSheet }: Pick<Shell, "shopName" | "homeSheet">) {
  const { t } = useLocale();
  return (
    <a className="logo" href={routes.home()} data-sheet={homeSheet} aria-label={t("shell.home", { shop: shopName })}>
      <Logo shopName={shopName} />
    </a>
  );
}

function CartTool({ itemCount }: { itemCount: number }) {
  return (
    <div className="ast-header-woo-cart">
      <div className="ast-site-header-cart">
        <div className="ast-site-header-cart-li">
          <HeaderCartLink itemCount={itemCount} />
          <script dangerouslySetInnerHTML={{ __html: showCartCount }} />
        </div>
      </div>
    </div>
  );
}

/** Renders the account link, with the name of the signed-in user. */
function AccountTool({ account }: Pick<Shell, "account">) {
  const { t } = useLocale();
  const name = account?.name ?? "";
  return (
    <a
      className={`tool ast-header-account-link${name ? " tool--named" : ""}`}
      href={routes.account()}
      aria-label={name ? t("account.linkOf", { name }) : t("account.link")}
    >
      <Icon name="user" />
      {name && <span className="tool-name">{name}</span>}
    </a>
  );
}

function DesktopHeader({ shell }: { shell: Shell }) {
  const { t } = useLocale();
  return (
    <div id="ast-desktop-header">
      <div className="wrap">
        <HomeLink {...shell} />
        <nav className="nav main-header-bar-navigation" aria-label={t("shell.mainMenu")}>
          <MainMenu
            items={shell.menus.primary}
            currentPath={shell.currentPath}
            group="main-menu"
            className="main-header-menu"
          />
        </nav>
        <div className="tools">
          <HeaderSearch text={shell.searchText} />
          <AccountTool account={shell.account} />
          <HeaderWishlistLink />
          <CartTool itemCount={shell.cartItemCount} />
        </div>
      </div>
    </div>
  );
}

/** Renders the menu button. Without scripts, a second link closes the dropdown. */
function MenuToggle({ type }: { type: Shell["mobileMenu"] }) {
  const { t } = useLocale();
  const id = mobileMenuId(type);
  const isDropdown = type === "dropdown";
  return (
    <div className="ast-button-wrap">
      <a
        className="tool menu-toggle"
        href={`#${id}`}
        aria-label={t("shell.menu")}
        aria-expanded="false"
        {...(isDropdown ? { "aria-controls": id } : { "aria-haspopup": "dialog" })}
      >
        <Icon name="menu" />
        {isDropdown && <Icon name="x" />}
      </a>
      {isDropdown && (
        <a className="tool menu-close" href="#masthead" aria-label={t("shell.closeMenu")}>
          <Icon name="x" />
        </a>
      )}
    </div>
  );
}

function MobileHeader({ shell }: { shell: Shell }) {
  return (
    <div id="ast-mobile-header" className="ast-mobile-header-wrap" data-type={shell.mobileMenu}>
      <div className="wrap">
        <MenuToggle type={shell.mobileMenu} />
        {shell.mobileMenu === "dropdown" && <MobileMenu shell={shell} />}
        <HomeLink {...shell} />
        <div className="tools">
          <HeaderSearch text={shell.searchText} />
          <CartTool itemCount={shell.cartItemCount} />
        </div>
      </div>
    </div>
  );
}

/** Renders the header twice, for wide and for small screens; the style sheet shows one of them. */
export function Header({ shell }: { shell: Shell }) {
  return (
    <header id="masthead" className="header site-header" data-sheet={shell.listingSheet}>
      <DesktopHeader shell={shell} />
      <MobileHeader shell={shell} />
    </header>
  );
}
