import type { Settings } from "../settings/setting-definitions.ts";
import { type NetworkIds, networkIds } from "../tracking/network-sources.rules.ts";

/** What a visitor can allow. What is necessary needs no consent. */
export const consentCategories = ["statistics", "marketing"] as const;

export type ConsentCategory = (typeof consentCategories)[number];

/** What a visitor allows. */
export type Consent = Record<ConsentCategory, boolean>;

/** What a session and an order keep about it. */
export interface RecordedConsent extends Consent {
  /**
   * signal: Global Privacy Control or Do Not Track; script: another consent tool, so that the shop has no proof; country: visitors
   * are not asked there.
   */
  by: "shopper" | "signal" | "script" | "country";
  /** When it was chosen (ISO 8601, UTC); null unless chosen by the shopper. */
  at: string | null;
  /** Hash of the text in `consent_texts`; null unless chosen by the shopper. */
  text: string | null;
}

export const nothingAllowed: Consent = { statistics: false, marketing: false };

/** How long (seconds) a choice is remembered. */
export const consentLifetime = 180 * 24 * 60 * 60;

/**
 * Set to 1 by browser code, until the browser closes: the browser's time zone is one of a country where visitors are not asked.
 * Identifies nobody.
 */
export const exemptCookie = "chowk_consent_exempt";

/** The cookie of a category of the WordPress consent API. */
export const consentCookie = (category: string) => `wp_consent_${category}`;

/** Returns the values of the WordPress consent API's cookies, by category. Preferences are allowed with everything. */
export function wordPressConsent({ statistics, marketing }: Consent): Readonly<Record<string, "allow" | "deny">> {
  const valueOf = (isAllowed: boolean) => (isAllowed ? "allow" : "deny");
  return {
    functional: "allow",
    preferences: valueOf(statistics && marketing),
    statistics: valueOf(statistics),
    "statistics-anonymous": valueOf(statistics),
    marketing: valueOf(marketing),
  };
}

/** Reads what the cookies allow; undefined if nothing was chosen. @param read returns a cookie's value */
export function consentInCookies(read: (name: string) => string | undefined): Consent | undefined {
  const values = consentCategories.map((category) => read(consentCookie(category)));
  if (!values.some((value) => value === "allow" || value === "deny")) return undefined;
  const [statistics, marketing] = values;
  return { statistics: statistics === "allow", marketing: marketing === "allow" };
}

type AskSettings = NetworkIds & Pick<Settings, "consent_banner">;

/** Whether the shop asks visitors for consent. */
export function asksForConsent(settings: AskSettings): boolean {
  return (
    settings.consent_banner === "yes" ||
    (settings.consent_banner === "auto" && Object.keys(networkIds(settings)).length > 0)
  );
}

/** Returns whether orders record where their buyers came from: a shop that asks for consent waits for it. */
export function attributionRule(
  settings: AskSettings & Pick<Settings, "order_attribution">,
): Settings["order_attribution"] {
  const { order_attribution: rule } = settings;
  return rule === "yes" && asksForConsent(settings) ? "consent" : rule;
}

/** Returns what visitors allow by being in a country where the shop does not ask; undefined if there is no such country. */
export function exemptConsent(
  settings: AskSettings & Pick<Settings, "consent_exempt_countries" | "consent_exempt_allows">,
): Consent | undefined {
  const { consent_exempt_countries: countries, consent_exempt_allows: allows } = settings;
  if (countries.length === 0 || !asksForConsent(settings)) return undefined;
  return { statistics: allows.includes("statistics"), marketing: allows.includes("marketing") };
}
