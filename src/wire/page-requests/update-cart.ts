// Answers the cart form: cart[{line key}][qty] with update_cart, proceed, or apply_coupon and coupon_code.

import { pageRequests } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { setQuantities } from "#shop/cart/lines/set-quantity.ts";
import { hasUnmetQuantity } from "#shop/cart/lines/unmet-quantities.ts";
import { enterCoupon } from "../wc-ajax/apply-coupon.tsx";
import type { Call } from "../wc-ajax/entrance.ts";
import { cut, type Fields, hasField, textOf } from "../wc-ajax/fields.ts";
import { heldNotice, removedNotice } from "../wc-ajax/refusal-notice.ts";
import { tellPageIsOld } from "./old-page.ts";
import { referringPage } from "./referring-page.ts";

/**
 * Leads to the checkout with `proceed`, else back to the page of the form (the cart when it does not say). With the nonce of a page
 * that has grown old no quantity changes, and the page says so.
 */
export async function updateCartRequest(call: Call): Promise<string | undefined> {
  const { visit, fields } = call;
  const mayChange = await visit.hasValidNonce(pageRequests.update_cart, fields);
  if (mayChange) await changeQuantities(call, await visit.nonce("woocommerce-cart"));
  else if (!hasField(fields, "apply_coupon")) {
    await tellPageIsOld(call);
    // An address with the fields could lead back to itself.
    if (visit.request.method === "GET") return undefined;
  }
  // After the quantities: what the cart comes to decides whether a coupon holds.
  if (hasField(fields, "apply_coupon")) await tellOfCoupon(call);
  if (mayChange && hasField(fields, "proceed")) return routes.checkout();
  return referringPage(call) ?? routes.cart();
}

/** Puts the coupon in. What is said of it stands at its field, where a code that was refused waits to be mended. */
async function tellOfCoupon(call: Call): Promise<void> {
  const told = await enterCoupon(call);
  const couponTyped = told.kind === "error" ? cut(textOf(call.fields, "coupon_code").trim(), 100) : "";
  await call.visit.addNotice({ ...told, values: { ...told.values, couponTyped } });
}

async function changeQuantities(call: Call, undoNonce: string): Promise<void> {
  const { db, clock, visit, fields } = call;
  const session = await visit.session.find();
  const wanted = wantedQuantities(fields);
  if (!session || wanted.size === 0) return;
  const changes = await setQuantities(db, session.id, wanted, clock.now());
  if (await hasUnmetQuantity(db, session.id, wanted, changes))
    await visit.addNotice({ kind: "error", messageKey: "notices.lineGone", values: {} });
  for (const change of changes) {
    const told = heldNotice(change) ?? removedNotice(change, undoNonce);
    if (told) await visit.addNotice(told);
  }
  const isChanged = changes.some(({ quantity, before }) => quantity !== before && quantity > 0);
  if (isChanged) await visit.addNotice({ kind: "success", messageKey: "notices.cartUpdated", values: {} });
}

/** Quantities by line key. Everything but digits and the point is passed over, as the protocol reads them. */
function wantedQuantities(fields: Fields): Map<string, number> {
  const wanted = Object.keys(fields).flatMap((name) => {
    const key = /^cart\[([0-9a-f]{32})\]\[qty\]$/.exec(name)?.[1];
    const digits = textOf(fields, name).replace(/[^\d.]/g, "");
    return key === undefined || digits === "" ? [] : [[key, Math.trunc(Number.parseFloat(digits) || 0)] as const];
  });
  return new Map(wanted);
}
