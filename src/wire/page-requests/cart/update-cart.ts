// Answers the cart form: cart[{line key}][qty] with update_cart, proceed, or apply_coupon and coupon_code. chowk_enter is the
// button that Enter presses: it updates the quantities and applies a coupon code if there is one.

import { pageRequests } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { enterButton } from "#storefront/cart/fragments/cart-form.tsx";
import { applyFormCoupon } from "../../wc-ajax/cart/apply-coupon.tsx";
import { updateQuantities, wouldChangeQuantities } from "../../wc-ajax/cart/form-quantities.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { type Fields, hasField, textOf } from "../../wc-ajax/fields.ts";
import { addPageExpiredNotice } from "../../wc-ajax/notices.ts";
import { referringPage, undoPageOf } from "../return-paths.ts";

/**
 * Returns the checkout's path for `proceed`, otherwise the path of the form's page (default: the cart). With an expired nonce
 * no quantity changes, and a notice says so unless only a coupon was to be applied.
 */
export async function updateCartRequest(call: Call): Promise<string | undefined> {
  const { visit, fields } = call;
  const mayChange = await visit.hasValidNonce(pageRequests.update_cart, fields);
  const hasCoupon = appliesCoupon(fields);
  if (mayChange) await updateQuantities(call, undoPageOf(call));
  else if (!hasCoupon || (await wouldChangeQuantities(call))) {
    await addPageExpiredNotice(call);
    // By GET the redirect could lead to itself.
    if (visit.request.method === "GET") return undefined;
  }
  // After the quantities, because a coupon may require a minimum spend.
  if (hasCoupon) await applyFormCoupon(call);
  if (mayChange && hasField(fields, "proceed")) return routes.checkout();
  return referringPage(call) ?? routes.cart();
}

function appliesCoupon(fields: Fields): boolean {
  const isTyped = textOf(fields, "coupon_code").trim() !== "";
  return hasField(fields, "apply_coupon") || (hasField(fields, enterButton) && isTyped);
}
