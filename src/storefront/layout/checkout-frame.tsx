import type { ReactNode } from "react";
import { routes } from "#routes";
import type { MenuItem } from "#shop/content/article.ts";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Logo } from "./logo.tsx";

interface CheckoutFrameProps {
  shopName: string;
  /** Whom to call for help, as it is written; "" when nobody can be called. */
  phone: string;
  /** Delivery, returns, privacy. */
  links: readonly MenuItem[];
  copyright: string;
  children: ReactNode;
}

function SlimHead({ shopName, phone }: Pick<CheckoutFrameProps, "shopName" | "phone">) {
  const { t } = useLocale();
  return (
    <header id="masthead" className="slim-head site-header">
      <div className="wrap">
        <a className="logo" href={routes.home()} aria-label={t("shell.home", { shop: shopName })}>
          <Logo shopName={shopName} />
        </a>
        {phone && (
          <p>
            <Icon name="phone" isSmall />
            <span>
              {t("checkout.help")}{" "}
              <a className="ltr" href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
                {phone}
              </a>
            </span>
          </p>
        )}
      </div>
    </header>
  );
}

/** Around the checkout there is only what helps to finish it: the shop's name, a number to call, the small print. */
export function CheckoutFrame({ shopName, phone, links, copyright, children }: CheckoutFrameProps) {
  const { t } = useLocale();
  return (
    <>
      <a className="skip" href="#main">
        {t("shell.skip")}
      </a>
      <SlimHead shopName={shopName} phone={phone} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer id="colophon" className="slim-foot">
        <div className="wrap">
          {links.map(({ label, path }) => (
            <a key={path} href={path}>
              {label}
            </a>
          ))}
          <p>{copyright}</p>
        </div>
      </footer>
    </>
  );
}
