import type { Translate } from "#messages/catalogue.ts";
import type { ConsentText } from "#shop/consent/consents.ts";
import { hashedText } from "#shop/consent/hashed-text.ts";

/** Returns the text that visitors read before they choose, with its hash. @param language as in the settings */
export function consentTextOf(t: Translate, language: string): ConsentText {
  const keys = ["consent.question", "consent.necessary", "consent.statistics", "consent.marketing"] as const;
  return hashedText(language, keys.map((key) => t(key)).join("\n"));
}
