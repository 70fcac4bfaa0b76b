import type { Translate } from "#messages/catalogue.ts";
import type { Signatures } from "#platform/signatures.ts";
import { routes } from "#routes";
import { type DigitalGoods, mailedLinkDays } from "#shop/orders/downloads/download.ts";
import { useLocale } from "#ui/locale.tsx";
import { MailButton } from "./layout.tsx";
import { styles } from "./mail-styles.ts";

/** The files and licence keys of an order as its mails show them. */
export interface MailedGoods {
  goods: DigitalGoods;
  /** Address of the page with the files; signed, it expires. */
  href: string;
}

/** Returns an order's files and licence keys for a mail; null without any. @param origin of the link, without a trailing slash */
export function mailedGoods(
  goods: DigitalGoods,
  orderId: number,
  { signatures, origin, now }: { signatures: Signatures; origin: string; now: Date },
): MailedGoods | null {
  if (goods.downloads.length + goods.licences.length === 0) return null;
  const expires = Math.floor(now.getTime() / 1000) + mailedLinkDays * 86_400;
  const signature = signatures.sign("order downloads", orderId, expires);
  return { goods, href: origin + routes.orderDownloads(orderId, expires, signature) };
}

/** Renders licence keys, and the link to the files. */
export function GoodsPart({ goods: { downloads, licences }, href }: MailedGoods) {
  const { t } = useLocale();
  return (
    <>
      {licences.map(({ productName, keys, due }, index) => (
        <div key={index} className="m-line" style={styles.panel}>
          <h2 style={styles.label}>{t("mail.goods.keys", { name: productName })}</h2>
          <p style={styles.address}>
            {keys.map((key) => (
              <span key={key}>
                <strong>{key}</strong>
                <br />
              </span>
            ))}
            {due > 0 && t("mail.goods.due", { count: due })}
          </p>
        </div>
      ))}
      {downloads.length > 0 && (
        <>
          <p style={styles.note}>{downloads.map(({ name }) => name).join(", ")}</p>
          <MailButton href={href}>{t("mail.goods.get", { count: downloads.length })}</MailButton>
        </>
      )}
    </>
  );
}

/** Returns the same as paragraphs of lines. */
export function goodsText({ goods: { downloads, licences }, href }: MailedGoods, t: Translate): string[][] {
  return [
    ...licences.map(({ productName, keys, due }) => [
      t("mail.goods.keys", { name: productName }),
      ...keys,
      ...(due > 0 ? [t("mail.goods.due", { count: due })] : []),
    ]),
    downloads.length > 0
      ? [...downloads.map(({ name }) => name), `${t("mail.goods.get", { count: downloads.length })}: ${href}`]
      : [],
  ];
}
