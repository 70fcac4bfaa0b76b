import { routes } from "#routes";
import type { MenuItem } from "#shop/content/article.ts";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { PhoneLink } from "#ui/phone-link.tsx";
import { ConsentBanner } from "../consent/fragments/consent-banner.tsx";
import { Logo } from "./logo.tsx";

interface CheckoutHeadProps {
  shopName: string;
  /** Support phone number as displayed; "" for none. */
  phone: string;
  /** Whether the visitor is asked for consent. */
  asksConsent: boolean;
}

function SlimHead({ shopName, phone }: Omit<CheckoutHeadProps, "asksConsent">) {
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
              {t("checkout.help")} <PhoneLink phone={phone} />
            </span>
          </p>
        )}
      </div>
    </header>
  );
}

/** Renders the checkout header: the question for consent, if it is open, the shop's name and a phone number. */
export function CheckoutHead({ asksConsent, ...props }: CheckoutHeadProps) {
  const { t } = useLocale();
  return (
    <>
      <a className="skip skip-link" href="#main">
        {t("shell.skip")}
      </a>
      {asksConsent && <ConsentBanner isInFlow />}
      <SlimHead {...props} />
    </>
  );
}

/** Renders the checkout footer. `links` are delivery, returns and privacy. */
export function CheckoutFoot({ links, copyright }: { links: readonly MenuItem[]; copyright: string }) {
  return (
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
  );
}
