import type { ReactNode } from "react";
import type { MessageKey } from "#messages/catalogue.ts";
import { routes } from "#routes";
import { useLocale } from "#ui/locale.tsx";

/** A page of the account; scripts and styles rely on these names. */
export type AccountSection =
  | "dashboard"
  | "orders"
  | "downloads"
  | "edit-address"
  | "edit-account"
  | "wishlist"
  | "customer-logout";

/** Props of the frame around every account page. */
export interface AccountFrameProps {
  current: AccountSection;
  title: string;
  /** Path of the current page; addresses and orders have their own. */
  path: string;
  signOutHref: string;
  children: ReactNode;
}

const sections: readonly { id: AccountSection; label: MessageKey; href: string }[] = [
  { id: "dashboard", label: "account.dashboard", href: routes.account() },
  { id: "orders", label: "account.orders", href: routes.accountOrders() },
  { id: "downloads", label: "account.downloads", href: routes.accountDownloads() },
  { id: "edit-address", label: "account.addresses", href: routes.addresses() },
  { id: "edit-account", label: "account.details", href: routes.editAccount() },
  { id: "wishlist", label: "wishlist.title", href: routes.wishlist() },
  { id: "customer-logout", label: "account.signOut", href: "" },
];

/** Returns the `aria-current` value of a link to this page or to its parent. */
function currentOf(isThisPage: boolean) {
  return isThisPage ? "page" : "true";
}

/** Renders the account navigation next to the current page. */
export function AccountFrame({ current, title, path, signOutHref, children }: AccountFrameProps) {
  const { t } = useLocale();
  return (
    <div className="wrap woocommerce account-page account-own">
      <nav className="woocommerce-MyAccount-navigation" aria-label={t("account.navigation")}>
        <ul role="list">
          {sections.map(({ id, label, href }) => (
            <li
              key={id}
              className={`woocommerce-MyAccount-navigation-link woocommerce-MyAccount-navigation-link--${id}${id === current ? " is-active" : ""}`}
            >
              <a
                href={href || signOutHref}
                aria-current={id === current ? currentOf(path === (href || routes.signOut())) : undefined}
              >
                {t(label)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="woocommerce-MyAccount-content">
        <h1>{title}</h1>
        {children}
      </div>
    </div>
  );
}
