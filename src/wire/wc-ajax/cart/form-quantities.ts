import { listCartLines } from "#shop/cart/carts.ts";
import { setQuantities } from "#shop/cart/lines/set-quantity.ts";
import { hasUnmetQuantity } from "#shop/cart/lines/unmet-quantities.ts";
import type { Call } from "../entrance.ts";
import { type Fields, textOf } from "../fields.ts";
import { limitedNotice, removedNotice } from "../notices.ts";

/** Returns whether a form's fields `cart[{line key}][qty]` request a quantity that differs from that of its line. */
export async function wouldChangeQuantities({ db, visit, fields }: Call): Promise<boolean> {
  const session = await visit.session.find();
  const requested = requestedQuantities(fields);
  if (!session || requested.size === 0) return false;
  const lines = await listCartLines(db, session.id);
  return lines.some(({ key, quantity }) => (requested.get(key) ?? quantity) !== quantity);
}

/**
 * Sets a form's quantities, held to stock. Adds a notice for each line that was limited, removed or is gone.
 * @param undoPage where the Undo of a removed line leads @returns whether a line that stays has another quantity now
 */
export async function setFormQuantities(call: Call, undoPage: string): Promise<boolean> {
  const { db, clock, visit, fields } = call;
  const session = await visit.session.find();
  const requested = requestedQuantities(fields);
  if (!session || requested.size === 0) return false;
  const undoNonce = await visit.nonce("woocommerce-cart");
  const changes = await setQuantities(db, session.id, requested, clock.now());
  if (await hasUnmetQuantity(db, session.id, requested, changes))
    await visit.addNotice({ kind: "error", messageKey: "notices.lineGone", values: {} });
  for (const change of changes) {
    const notice = limitedNotice(change) ?? removedNotice(change, undoNonce, undoPage);
    if (notice) await visit.addNotice(notice);
  }
  return changes.some(({ quantity, before }) => quantity !== before && quantity > 0);
}

/** Does the same, and adds a notice that the cart was updated. */
export async function updateQuantities(call: Call, undoPage: string): Promise<void> {
  if (await setFormQuantities(call, undoPage))
    await call.visit.addNotice({ kind: "success", messageKey: "notices.cartUpdated", values: {} });
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
