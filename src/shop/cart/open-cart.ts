import type { Database } from "#db/database.ts";
import type { MessageKey } from "#messages/catalogue.ts";
import { formatMoney } from "#platform/money.ts";
import { addNotice, type Notice } from "../accounts/sessions/sessions.ts";
import type { Refusal } from "../refusal.ts";
import type { TaxedSettings } from "../taxes/tax-terms.rules.ts";
import type { CurrentCart } from "./cart.ts";
import { withCartLocked } from "./cart-lock.ts";
import { type CartSources, getCart } from "./carts.ts";
import { dropCoupons } from "./coupons/cart-coupons.ts";
import { dropLines } from "./empty-cart.ts";

/**
 * Returns the cart as `getCart` does, but permanently removes lines that are no longer sold and coupons that do not
 * apply. The caller informs the shopper, by notices for the next page or by `dropped` and `refusedCoupons` in its
 * answer. Takes no statement beyond `getCart` when nothing is removed. Otherwise the cart is read again under its lock,
 * so that only one of several callers removes and reports.
 */
export async function openCart(
  db: Database,
  sessionId: number,
  settings: TaxedSettings,
  { now, reports, ...sources }: { now: Date; reports: "by notice" | "in the answer" } & CartSources,
): Promise<CurrentCart> {
  const seen = await getCart(db, sessionId, settings, now, sources);
  if (seen.dropped.length + seen.refusedCoupons.length === 0) return seen;
  return withCartLocked(db, sessionId, now, async (db, cartId) => {
    const cart = await getCart(db, cartId, settings, now);
    const keys = cart.dropped.map((line) => line.lineKey);
    await dropLines(db, cartId, keys);
    const couponIds = cart.refusedCoupons.map((coupon) => coupon.couponId);
    await dropCoupons(db, cartId, couponIds);
    if (reports === "by notice") await addRemovalNotices(db, sessionId, cart);
    return cart;
  });
}

async function addRemovalNotices(db: Database, sessionId: number, cart: CurrentCart): Promise<void> {
  for (const { name } of cart.dropped)
    await addNotice(db, sessionId, { kind: "error", messageKey: "notices.gone", values: { name } });
  for (const { refusal } of cart.refusedCoupons) await addNotice(db, sessionId, couponGone(refusal, cart));
}

/** Returns the notice that a coupon left the cart, with the new total. */
function couponGone({ code, details }: Refusal, { total, currency }: CurrentCart): Notice {
  const values = { ...details, totalWithout: formatMoney(total, currency) };
  return { kind: "error", messageKey: `notices.refused.${code}` as MessageKey, values };
}
