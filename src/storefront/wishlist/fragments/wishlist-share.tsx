import { routes } from "#routes";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";
import { nameOf, type WishlistView } from "./wishlist-view.ts";

/** Renders the ways to share a list: its link to copy, WhatsApp, mail and a QR code. Nothing for private and empty lists. */
export function WishlistShare({ view }: { view: WishlistView }) {
  const { t } = useLocale();
  const { shareUrl, list } = view;
  if (shareUrl === null || !list) return null;
  const name = nameOf(list, t);
  const text = encodeURIComponent(`${name} ${shareUrl}`);
  return (
    <section className="yith-wcwl-share" aria-labelledby="wishlist-share">
      <h3 className="yith-wcwl-share-title" id="wishlist-share">
        {t("wishlist.share")}
      </h3>
      <div className="yith-wcwl-after-share-section">
        <label className="vh" htmlFor="yith_wcwl_share_url">
          {t("wishlist.shareLink")}
        </label>
        <input
          className="copy-target input"
          readOnly
          type="url"
          name="yith_wcwl_share_url"
          id="yith_wcwl_share_url"
          defaultValue={shareUrl}
        />
        <Button look="line" isSmall className="copy-trigger needs-scripts" data-done={t("wishlist.copied")}>
          <Icon name="copy" isSmall />
          {t("wishlist.copy")}
        </Button>
      </div>
      <ul className="share-links" role="list">
        <li>
          <a className="link whatsapp" href={`https://wa.me/?text=${text}`} target="_blank" rel="noopener noreferrer">
            {t("wishlist.whatsApp")}
          </a>
        </li>
        <li>
          <a className="link email" href={`mailto:?subject=${encodeURIComponent(name)}&body=${text}`}>
            {t("wishlist.email")}
          </a>
        </li>
      </ul>
      <details className="share-qr">
        <summary>{t("wishlist.qr")}</summary>
        <img
          className="qr"
          src={routes.wishlistQr(list.token)}
          alt={t("wishlist.qrOf")}
          width={224}
          height={224}
          loading="lazy"
        />
      </details>
    </section>
  );
}
