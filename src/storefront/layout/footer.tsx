import { routes } from "#routes";
import type { MenuItem } from "#shop/content/article.ts";
import { useLocale } from "#ui/locale.tsx";
import { NewsletterForm } from "../newsletter/fragments/newsletter-form.tsx";
import { WhatsAppLink } from "./fragments/whats-app-link.tsx";
import { Logo } from "./logo.tsx";
import { ScrollTop } from "./scroll-top.tsx";
import type { Shell } from "./shell.ts";

function LinkList({ items }: { items: readonly MenuItem[] }) {
  return (
    <ul>
      {items.map(({ label, path }) => (
        <li key={`${path} ${label}`}>
          <a href={path}>{label}</a>
        </li>
      ))}
    </ul>
  );
}

/** Renders the footer: the shop's details, its menus and the legal links. */
export function Footer({ shell }: { shell: Shell }) {
  const { t } = useLocale();
  const { footer, footerForm, newsletter, menus, shopName } = shell;
  const sections = menus.footer.filter(({ children }) => children.length > 0);
  // Imported menus are often flat.
  const links = menus.footer.filter(({ children }) => children.length === 0);
  return (
    <footer id="colophon" className="footer site-footer later">
      <div className="wrap">
        <div className="footer-top">
          <div className="footer-about">
            <a className="logo" href={routes.home()} aria-label={t("shell.home", { shop: shopName })}>
              <Logo shopName={shopName} />
            </a>
            <p>{footer.about}</p>
            {footer.whatsApp && (
              <p>
                {t("shell.whatsApp")} <WhatsAppLink number={footer.whatsApp} />
              </p>
            )}
          </div>
          {sections.map((section, index) => (
            <nav key={section.label} aria-labelledby={`footer-menu-${index + 1}`}>
              <h2 id={`footer-menu-${index + 1}`}>{section.label}</h2>
              <LinkList items={section.children} />
            </nav>
          ))}
          {links.length > 0 && (
            <nav aria-label={t("shell.footerLinks")}>
              <LinkList items={links} />
            </nav>
          )}
        </div>
        {footerForm && <div className="footer-form" dangerouslySetInnerHTML={{ __html: footerForm }} />}
        {newsletter && (
          <div className="footer-form">
            <NewsletterForm settings={newsletter} id="footer-newsletter-email" />
          </div>
        )}
        <div className="footer-end">
          <p>{footer.disclaimer}</p>
          <p>{footer.copyright}</p>
          <div className="footer-legal">
            <nav aria-label={t("shell.legal")}>
              <LinkList items={menus.legal} />
            </nav>
            <a className="back-to-top" href="#top">
              {t("shell.toTop")}
            </a>
          </div>
        </div>
      </div>
      <ScrollTop />
    </footer>
  );
}
