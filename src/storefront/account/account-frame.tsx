import type { ReactNode } from "react";
import type { MessageKey } from "#messages/catalogue.ts";
import { routes } from "#routes";
import { useLocale } from "#ui/locale.tsx";

/** A page of the account, as the field's scripts and styles name it. */
export type AccountSection = "dashboard" | "orders" | "downloads" | "edit-address" | "edit-account" | "customer-logout";

/** What every page of an account carries around its own part. */
export interface AccountFrameProps {
  current: AccountSection;
  title: string;
  /** The path of the page that is shown; an address or an order has one of its own. */
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
  { id: "customer-logout", label: "account.signOut", href: "" },
];

/** The link leads to this very page, or to the one that it belongs to. */
function currentOf(isThisPage: boolean) {
  return isThisPage ? "page" : "true";
}

/** The pages of an account beside the one that is shown. */
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
