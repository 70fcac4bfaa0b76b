import { useLocale } from "#ui/locale.tsx";
import { ConsentForm } from "./consent-form.tsx";

/**
 * Renders the banner with the question. On cached pages it is hidden, and an inline script shows it to visitors who have not answered.
 * @param isInFlow whether it is shown above the content, on a page for a visitor who has not answered; it then covers nothing
 */
export function ConsentBanner({ isInFlow = false }: { isInFlow?: boolean }) {
  const { t } = useLocale();
  return (
    <shop-consent
      className={isInFlow ? "consent-in-flow" : undefined}
      role="region"
      aria-label={t("consent.title")}
      data-save={t("consent.save")}
      hidden={!isInFlow}
    >
      <ConsentForm id="banner" isFolded />
    </shop-consent>
  );
}
