import type { ReactNode } from "react";
import { useLocale } from "#ui/locale.tsx";

/** What every mail is set in. Mail programs know few styles and no style sheets: everything stands in the elements. */
const styles = {
  body: { margin: 0, background: "#f6f5f0", color: "#1f1d18", font: "16px/1.5 Helvetica, Arial, sans-serif" },
  sheet: { maxWidth: 600, margin: "0 auto", padding: "32px 24px", background: "#ffffff" },
  shop: { margin: "0 0 24px", color: "#1d5b3e", fontWeight: 700, fontSize: 20 },
  title: { margin: "0 0 8px", fontSize: 24, lineHeight: 1.25 },
  foot: { margin: "32px 0 0", color: "#6a665c", fontSize: 14 },
} as const;

interface MailLayoutProps {
  shopName: string;
  title: string;
  foot: string;
  children: ReactNode;
}

/** The frame of a mail: the shop's name, a title, the content, one line below. */
export function MailLayout({ shopName, title, foot, children }: MailLayoutProps) {
  const { lang, dir } = useLocale();
  return (
    <html lang={lang} dir={dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{title}</title>
      </head>
      <body style={styles.body}>
        <div style={styles.sheet}>
          <p style={styles.shop}>{shopName}</p>
          <h1 style={styles.title}>{title}</h1>
          {children}
          <p style={styles.foot}>{foot}</p>
        </div>
      </body>
    </html>
  );
}
