import { createHash } from "node:crypto";
import type { Translate } from "#messages/catalogue.ts";
import type { ConsentText } from "#shop/consent/consents.ts";

/** Returns the text that visitors read before they choose, with its hash. @param language as in the settings */
export function consentTextOf(t: Translate, language: string): ConsentText {
  const keys = ["consent.question", "consent.necessary", "consent.statistics", "consent.marketing"] as const;
  const body = keys.map((key) => t(key)).join("\n");
  return { hash: createHash("sha256").update(body).digest("hex").slice(0, 16), language, body };
}
