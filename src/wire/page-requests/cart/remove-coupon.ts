// Answers GET ?remove_coupon={code} on any page. The protocol uses no nonce here.
import { routes } from "#routes";
import { removeCouponNotice } from "../../wc-ajax/cart/remove-coupon.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { textOf } from "../../wc-ajax/fields.ts";
import { referringPage } from "../return-paths.ts";

/** Returns the path of the page that showed the link. */
export async function removeCouponRequest(call: Call): Promise<string> {
  await call.visit.addNotice(await removeCouponNotice(call, textOf(call.fields, "remove_coupon")));
  return referringPage(call) ?? routes.cart();
}
