import { Fragment, type ReactNode } from "react";
import { useLocale } from "#ui/locale.tsx";
import { sheet, styles } from "./mail-styles.ts";

interface MailLayoutProps {
  shopName: string;
  title: string;
  foot: ReactNode;
  children: ReactNode;
}

/** Layout of a mail: the shop's name, a title, the content and a footer line. */
export function MailLayout({ shopName, title, foot, children }: MailLayoutProps) {
  const { lang, dir } = useLocale();
  return (
    <html lang={lang} dir={dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{sheet}</style>
      </head>
      <body className="m-body" style={styles.body}>
        <div className="m-sheet" style={styles.sheet}>
          <p className="m-shop" style={styles.shop}>
            {shopName}
          </p>
          <h1 style={styles.title}>{title}</h1>
          {children}
          {foot && (
            <p className="m-foot" style={styles.foot}>
              {foot}
            </p>
          )}
        </div>
      </body>
    </html>
  );
}

/** The mail's call-to-action button. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p style={styles.action}>
      <a className="m-button" style={styles.button} href={href}>
        {children}
      </a>
    </p>
  );
}

/** A link in a mail's footer. */
export interface MailLink {
  label: string;
  href: string;
}

/** The footer of a mail that can be ended: why it was sent, and links. */
export function MailFoot({ text, links }: { text: string; links: readonly MailLink[] }) {
  return (
    <>
      {text}
      {links.map(({ label, href }, index) => (
        <Fragment key={label}>
          {index === 0 ? " " : " · "}
          <a href={href} style={styles.footLink}>
            {label}
          </a>
        </Fragment>
      ))}
    </>
  );
}

/** Returns the same footer for a mail's text part. */
export function mailFootText(text: string, links: readonly MailLink[]): string {
  return [text, ...links.map(({ label, href }) => `${label}: ${href}`)].filter(Boolean).join("\n");
}
