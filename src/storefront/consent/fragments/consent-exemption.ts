import { exemptConsent, wordPressConsent } from "#shop/consent/consent.rules.ts";
import { timeZonesOf } from "#shop/consent/time-zones-of.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";

/** Where visitors are not asked, as the WordPress consent API's inline script reads it. */
interface ConsentExemption {
  /** IANA names. */
  zones: readonly string[];
  /** Categories of the WordPress consent API that are allowed there. */
  allows: readonly string[];
}

/** Returns where visitors are not asked; undefined if they are asked everywhere. */
export function consentExemption(settings: Settings): ConsentExemption | undefined {
  const consent = exemptConsent(settings);
  if (!consent) return undefined;
  const categories = Object.entries(wordPressConsent(consent));
  return {
    zones: timeZonesOf(settings.consent_exempt_countries),
    allows: categories.flatMap(([name, value]) => (value === "allow" ? [name] : [])),
  };
}
