// Answers the cart form: cart[{line key}][qty] with update_cart, proceed, or apply_coupon and coupon_code. chowk_enter is the
// button that Enter presses: it updates the quantities and applies a coupon code if there is one.

import { pageRequests } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { listCartLines } from "#shop/cart/carts.ts";
import { setQuantities } from "#shop/cart/lines/set-quantity.ts";
import { hasUnmetQuantity } from "#shop/cart/lines/unmet-quantities.ts";
import { enterButton } from "#storefront/cart/fragments/cart-form.tsx";
import { applyCouponNotice } from "../../wc-ajax/cart/apply-coupon.tsx";
import type { Call } from "../../wc-ajax/entrance.ts";
import { cut, type Fields, hasField, textOf } from "../../wc-ajax/fields.ts";
import { addPageExpiredNotice, limitedNotice, removedNotice } from "../../wc-ajax/notices.ts";
import { referringPage, undoPageOf } from "../return-paths.ts";

/**
 * Returns the checkout's path for `proceed`, otherwise the path of the form's page (default: the cart). With an expired nonce
 * no quantity changes, and a notice says so unless only a coupon was to be applied.
 */
export async function updateCartRequest(call: Call): Promise<string | undefined> {
  const { visit, fields } = call;
  const mayChange = await visit.hasValidNonce(pageRequests.update_cart, fields);
  const hasCoupon = appliesCoupon(fields);
  if (mayChange) await changeQuantities(call, await visit.nonce("woocommerce-cart"));
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

/** Returns whether a requested quantity differs from that of its line. */
async function wouldChangeQuantities({ db, visit, fields }: Call): Promise<boolean> {
  const session = await visit.session.find();
  const requested = requestedQuantities(fields);
  if (!session || requested.size === 0) return false;
  const lines = await listCartLines(db, session.id);
  return lines.some(({ key, quantity }) => (requested.get(key) ?? quantity) !== quantity);
}

/** Applies the coupon. The notice is shown at the coupon field and carries a refused code so that it can be corrected. */
async function applyFormCoupon(call: Call): Promise<void> {
  const notice = await applyCouponNotice(call);
  const couponTyped = notice.kind === "error" ? cut(textOf(call.fields, "coupon_code").trim(), 100) : "";
  await call.visit.addNotice({ ...notice, values: { ...notice.values, couponTyped } });
}

async function changeQuantities(call: Call, undoNonce: string): Promise<void> {
  const { db, clock, visit, fields } = call;
  const session = await visit.session.find();
  const requested = requestedQuantities(fields);
  if (!session || requested.size === 0) return;
  const changes = await setQuantities(db, session.id, requested, clock.now());
  if (await hasUnmetQuantity(db, session.id, requested, changes))
    await visit.addNotice({ kind: "error", messageKey: "notices.lineGone", values: {} });
  for (const change of changes) {
    const notice = limitedNotice(change) ?? removedNotice(change, undoNonce, undoPageOf(call));
    if (notice) await visit.addNotice(notice);
  }
  const isChanged = changes.some(({ quantity, before }) => quantity !== before && quantity > 0);
  if (isChanged) await visit.addNotice({ kind: "success", messageKey: "notices.cartUpdated", values: {} });
}

/** Returns the requested quantities by line key. Like the protocol, ignores everything but digits and the decimal point. */
function requestedQuantities(fields: Fields): Map<string, number> {
  const requested = Object.keys(fields).flatMap((name) => {
    const key = /^cart\[([0-9a-f]{32})\]\[qty\]$/.exec(name)?.[1];
    const digits = textOf(fields, name).replace(/[^\d.]/g, "");
    return key === undefined || digits === "" ? [] : [[key, Math.trunc(Number.parseFloat(digits) || 0)] as const];
  });
  return new Map(requested);
}
