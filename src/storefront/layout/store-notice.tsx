import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";

/**
 * Shows the notice while the page is still being read, unless its cookie says that it was put away: later would move
 * the page. A constant, so that the content security policy can name its hash.
 */
export const revealStoreNotice =
  '(n=>{document.cookie.includes("store_notice"+n.dataset.noticeId+"=hidden")||(n.hidden=!1)})(document.currentScript.previousElementSibling)';

/** The bar above the header. */
export function StoreNotice({ notice }: { notice: { id: string; text: string } }) {
  const { t } = useLocale();
  return (
    <>
      <p
        className="woocommerce-store-notice demo_store store-notice"
        role="complementary"
        aria-label={t("shell.storeNotice")}
        data-notice-id={notice.id}
        hidden
      >
        <span className="store-notice-text">{notice.text}</span>
        <a className="woocommerce-store-notice__dismiss-link" href="#top" role="button" aria-label={t("shell.dismiss")}>
          <Icon name="x" isSmall />
        </a>
      </p>
      <script dangerouslySetInnerHTML={{ __html: revealStoreNotice }} />
    </>
  );
}
