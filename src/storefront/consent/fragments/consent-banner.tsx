import { useLocale } from "#ui/locale.tsx";
import { ConsentForm } from "./consent-form.tsx";

/** Renders the banner with the question, which an inline script shows to visitors who have not answered it. */
export function ConsentBanner() {
  const { t } = useLocale();
  return (
    <shop-consent role="region" aria-label={t("consent.title")} data-save={t("consent.save")} hidden>
      <ConsentForm id="banner" isFolded />
    </shop-consent>
  );
}
