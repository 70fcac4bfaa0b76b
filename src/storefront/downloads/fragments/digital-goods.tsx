import { routes } from "#routes";
import {
  type DigitalGoods,
  downloadState,
  type OrderedDownload,
  type OrderedLicences,
} from "#shop/orders/downloads/download.ts";
import { Button } from "#ui/button.tsx";
import { Day } from "#ui/day.tsx";
import { useLocale } from "#ui/locale.tsx";

export interface DigitalGoodsProps {
  goods: DigitalGoods;
  /** Signed addresses by the file's id. */
  links: ReadonlyMap<number, string>;
  now: Date;
  /** Whether they are of several orders, which are then named. */
  namesOrders?: boolean;
}

/** Renders bought files with their links, and licence keys. The class names are those that scripts and styles of the field know. */
export function DigitalGoodsLists({ goods: { downloads, licences }, ...props }: DigitalGoodsProps) {
  const { t } = useLocale();
  return (
    <>
      {downloads.length > 0 && (
        <ul className="woocommerce-table--order-downloads downloads" role="list">
          {downloads.map((download) => (
            <Download key={download.id} download={download} {...props} />
          ))}
        </ul>
      )}
      {licences.length > 0 && (
        <>
          <h2 className="woocommerce-order-downloads__title">{t("downloads.keys")}</h2>
          <ul className="downloads" role="list">
            {licences.map((licence, index) => (
              <Licence key={index} licence={licence} namesOrders={props.namesOrders} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface OrderGoodsProps extends Omit<DigitalGoodsProps, "namesOrders"> {
  /** Whether files wait for the payment. */
  isAwaited: boolean;
  /** Whether they will be mailed too. */
  isMailed: boolean;
}

/** Renders the files and licence keys of one order; nothing without any. */
export function OrderGoods({ isAwaited, isMailed, ...props }: OrderGoodsProps) {
  const { t } = useLocale();
  if (isAwaited) return <p>{t(isMailed ? "downloads.awaited" : "downloads.awaitedHere")}</p>;
  if (props.goods.downloads.length + props.goods.licences.length === 0) return null;
  return (
    <div className="woocommerce-order-downloads order-goods">
      {props.goods.downloads.length > 0 && (
        <h2 className="woocommerce-order-downloads__title">{t("downloads.title")}</h2>
      )}
      <DigitalGoodsLists {...props} />
    </div>
  );
}

interface DownloadProps extends Omit<DigitalGoodsProps, "goods"> {
  download: OrderedDownload;
}

function Download({ download, links, now, namesOrders }: DownloadProps) {
  const { t } = useLocale();
  const { id, name, productName, usesLeft, expiresAt } = download;
  const state = downloadState(download, now);
  const href = links.get(id);
  return (
    <li>
      <p className="download-product">
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>
          <bdi>{productName}</bdi> {namesOrders && <OrderLink id={download.orderId} />}
        </small>
        <small>
          {state !== "open" && t(`downloads.state.${state}`)}
          {state === "open" && usesLeft !== null && (
            <span className="download-remaining">{t("downloads.left", { count: usesLeft })} </span>
          )}
          {state === "open" && expiresAt && <Until day={expiresAt} />}
        </small>
      </p>
      {state === "open" && href && (
        <p className="download-file">
          <Button
            href={href}
            look="line"
            className="woocommerce-MyAccount-downloads-file"
            aria-label={t("downloads.getFile", { name })}
            download=""
          >
            {t("downloads.get")}
          </Button>
        </p>
      )}
    </li>
  );
}

function Until({ day }: { day: Date }) {
  const { t } = useLocale();
  const [before = "", after = ""] = t("downloads.until", { day: "\u0000" }).split("\u0000");
  return (
    <span className="download-expires">
      {before}
      <Day date={day} />
      {after}
    </span>
  );
}

function OrderLink({ id }: { id: number }) {
  const { t } = useLocale();
  return <a href={routes.viewOrder(id)}>{t("downloads.order", { id: String(id) })}</a>;
}

function Licence({ licence, namesOrders }: { licence: OrderedLicences; namesOrders: boolean | undefined }) {
  const { t } = useLocale();
  const { productName, keys, due, orderId } = licence;
  return (
    <li>
      <div className="download-product">
        <b>
          <bdi>{productName}</bdi>
        </b>
        {namesOrders && (
          <small>
            <OrderLink id={orderId} />
          </small>
        )}
        {keys.map((key) => (
          <code key={key} className="licence-key" dir="ltr">
            {key}
          </code>
        ))}
        {due > 0 && <small>{t("downloads.keysDue", { count: due })}</small>}
      </div>
    </li>
  );
}
