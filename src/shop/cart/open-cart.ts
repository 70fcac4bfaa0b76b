import type { Database } from "#db/database.ts";
import { addNotice } from "../accounts/sessions.ts";
import type { Settings } from "../settings/setting-definitions.ts";
import type { CurrentCart } from "./cart.ts";
import { withCartLocked } from "./cart-lock.ts";
import { getCart, type ListCartLines } from "./carts.ts";
import { dropLines } from "./empty-cart.ts";

/**
 * The cart as `getCart` reads it; what is no longer sold leaves it for good. Whoever calls tells the buyer: by a notice that
 * waits for the next page, or by `dropped` in an answer of his own. One statement when nothing is dropped; else the cart is
 * read anew under its lock, so that only one of several callers drops and tells.
 */
export async function openCart(
  db: Database,
  sessionId: number,
  settings: Settings,
  { now, tells, listLines }: { now: Date; tells: "by notice" | "in the answer"; listLines?: ListCartLines },
): Promise<CurrentCart> {
  const seen = await getCart(db, sessionId, settings, now, listLines);
  if (seen.dropped.length === 0) return seen;
  return withCartLocked(db, sessionId, now, async (db, cartId) => {
    const cart = await getCart(db, cartId, settings, now);
    const keys = cart.dropped.map((line) => line.lineKey);
    await dropLines(db, cartId, keys);
    if (tells === "in the answer") return cart;
    for (const { name } of cart.dropped)
      await addNotice(db, sessionId, { kind: "error", messageKey: "notices.gone", values: { name } });
    return cart;
  });
}
