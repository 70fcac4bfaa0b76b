import type { MessageKey } from "#messages/catalogue.ts";
import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { useLocale } from "#ui/locale.tsx";
import { DigitalGoodsLists, type DigitalGoodsProps } from "./fragments/digital-goods.tsx";

/** Renders what a mailed link of an order leads to: its files and licence keys. */
export function OrderDownloadsPage(props: DigitalGoodsProps & { orderId: number }) {
  const { t } = useLocale();
  return (
    <div className="wrap woocommerce account-page account-narrow">
      <h1>{t("downloads.title")}</h1>
      <p>
        {t("downloads.order", { id: String(props.orderId) })}. {t("downloads.pageText")}
      </p>
      <div className="order-goods">
        <DigitalGoodsLists {...props} />
      </div>
    </div>
  );
}

/** Renders why a file is not sent. */
export function NoDownloadPage({ title, text }: { title: MessageKey; text: MessageKey }) {
  const { t } = useLocale();
  return (
    <div className="wrap woocommerce account-page account-narrow">
      <h1>{t(title)}</h1>
      <p role="status">{t(text)}</p>
      <p>
        <Button href={routes.accountDownloads()}>{t("downloads.toAccount")}</Button>
      </p>
      <p>
        <a className="link" href={routes.shop()}>
          {t("downloads.toHome")}
        </a>
      </p>
    </div>
  );
}
