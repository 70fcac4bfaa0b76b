import type { Consent } from "#shop/consent/consent.rules.ts";
import { useLocale } from "#ui/locale.tsx";
import { ConsentForm } from "./fragments/consent-form.tsx";

interface PrivacyChoicesPageProps {
  allowed: Consent;
  /** Whether the browser refuses on the visitor's behalf. */
  hasSignal: boolean;
  /** Whether a choice was just saved. */
  isSaved: boolean;
}

/** Renders the page on which visitors see and change what they allow, without scripts too. */
export function PrivacyChoicesPage({ allowed, hasSignal, isSaved }: PrivacyChoicesPageProps) {
  const { t } = useLocale();
  return (
    <div className="wrap consent-page">
      <h1>{t("consent.title")}</h1>
      {isSaved && <p role="status">{t("consent.saved")}</p>}
      {hasSignal ? <p>{t("consent.signal")}</p> : <ConsentForm id="page" allowed={allowed} />}
    </div>
  );
}
