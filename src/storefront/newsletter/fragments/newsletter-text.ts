import { createHash } from "node:crypto";
import type { Translate } from "#messages/catalogue.ts";
import type { ConsentText } from "#shop/consent/consents.ts";

/** Returns the text to which a subscriber agrees. */
export function newsletterTextOf(t: Translate, language: string, shop: string): ConsentText {
  const body = t("newsletter.consent", { shop });
  return { hash: createHash("sha256").update(body).digest("hex").slice(0, 16), language, body };
}
