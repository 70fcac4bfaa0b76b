import { createHash } from "node:crypto";
import { Icon } from "#ui/icon.tsx";
import { useLocale } from "#ui/locale.tsx";

/**
 * Inline script that shows the notice while the page is still loading, unless its cookie says that it was dismissed.
 * Showing it later would move the page. A constant, so that the content security policy can contain its hash.
 */
export const revealStoreNotice =
  '(n=>{document.cookie.includes("store_notice"+n.dataset.noticeId+"=hidden")||(n.hidden=!1)})(document.currentScript.previousElementSibling)';

/** Renders the bar above the header. */
export function StoreNotice({ notice }: { notice: { id: string; text: string } }) {
  const { t } = useLocale();
  return (
    <shop-store-notice>
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
    </shop-store-notice>
  );
}

/** Returns the store notice with an id derived from its text; null without a text. Source: wire notes 16. */
export function storeNoticeOf(text: string): { id: string; text: string } | null {
  return text === "" ? null : { id: createHash("md5").update(text).digest("hex"), text };
}
