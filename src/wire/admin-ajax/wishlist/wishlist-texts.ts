import type { MessageKey } from "#messages/catalogue.ts";
import type { Notice } from "#shop/accounts/sessions/sessions.ts";
import type { Refusal, RefusalCode } from "#shop/refusal.ts";
import { refusalNotice } from "../../wc-ajax/notices.ts";

/** Refusals that the shopper can do something about; all others have one text for each action, which tells nothing. */
const explained: ReadonlySet<RefusalCode> = new Set([
  "wishlist_needs_account",
  "wishlist_name_missing",
  "wishlists_too_many",
  "wishlist_full",
  "too_many_tries",
]);

/** Returns the notice about a refused change. @param otherwise the text for refusals that have none of their own */
export function wishlistRefusal(refusal: Refusal, otherwise: MessageKey): Notice {
  return explained.has(refusal.code) ? refusalNotice(refusal) : { kind: "error", messageKey: otherwise, values: {} };
}

/** Returns the notice about a refused request for an estimate. */
export function estimateRefusal(refusal: Refusal): Notice {
  if (refusal.code === "email_invalid")
    return { kind: "error", messageKey: "notices.wishlist.estimateEmail", values: {} };
  if (refusal.code === "estimate_field_missing")
    return {
      kind: "error",
      messageKey: "notices.wishlist.estimateField",
      values: { label: String(refusal.details.label) },
    };
  return wishlistRefusal(refusal, "notices.wishlist.estimateFailed");
}
