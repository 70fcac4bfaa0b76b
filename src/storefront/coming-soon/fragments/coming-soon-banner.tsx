import { routes } from "#routes";
import { useLocale } from "#ui/locale.tsx";

export interface ComingSoonBannerProps {
  /** URL that records the dismissal, and the nonce for that request. */
  restUrl: string;
  restNonce: string;
}

/** Reminds staff that the shop is marked as coming soon. Source: wire notes 16. */
export function ComingSoonBanner({ restUrl, restNonce }: ComingSoonBannerProps) {
  const { t } = useLocale();
  return (
    <shop-coming-soon>
      <div
        id="coming-soon-footer-banner"
        className="coming-soon-banner"
        role="complementary"
        aria-label={t("shell.comingSoon.label")}
      >
        <p className="coming-soon-footer-banner__content">{t("shell.comingSoon.text")}</p>
        <a
          className="coming-soon-footer-banner-dismiss link"
          href="#top"
          role="button"
          data-rest-url={restUrl}
          data-rest-nonce={restNonce}
        >
          {t("shell.dismiss")}
        </a>
        <noscript>
          <form action={routes.home()} method="post">
            <input type="hidden" name="_wpnonce" value={restNonce} />
            <button className="link" name="chowk_dismiss_coming_soon" value="1">
              {t("shell.dismiss")}
            </button>
          </form>
        </noscript>
      </div>
    </shop-coming-soon>
  );
}
