import type { ReactNode } from "react";
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
