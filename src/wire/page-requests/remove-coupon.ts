// Answers GET ?remove_coupon={code} on any page; as the protocol has it, without a nonce.
import { routes } from "#routes";
import type { Call } from "../wc-ajax/entrance.ts";
import { textOf } from "../wc-ajax/fields.ts";
import { takeOutCoupon } from "../wc-ajax/remove-coupon.ts";
import { referringPage } from "./referring-page.ts";

/** Leads back to where the link stood. */
export async function removeCouponRequest(call: Call): Promise<string> {
  await call.visit.addNotice(await takeOutCoupon(call, textOf(call.fields, "remove_coupon")));
  return referringPage(call) ?? routes.cart();
}
