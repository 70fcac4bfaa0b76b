import type { Translate } from "#messages/catalogue.ts";
import type { ConsentText } from "#shop/consent/consents.ts";
import { hashedText } from "#shop/consent/hashed-text.ts";

/** Returns the text to which a subscriber agrees. */
export function newsletterTextOf(t: Translate, language: string, shop: string): ConsentText {
  return hashedText(language, t("newsletter.consent", { shop }));
}
