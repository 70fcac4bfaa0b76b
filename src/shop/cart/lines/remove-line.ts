import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { cartLines } from "#db/tables/carts-and-orders.ts";
import { Refusal } from "../../refusal.ts";
import { withCartLocked } from "../cart-lock.ts";

/**
 * Removes a line from the cart; it can be restored until the session ends or the cart is ordered.
 * @throws Refusal cart_line_unknown, also when it was already removed
 */
export async function removeLine(db: Database, sessionId: number, lineKey: string, now: Date): Promise<void> {
  await withCartLocked(db, sessionId, now, async (db, cartId) => {
    if (!(await markRemoved(db, cartId, lineKey, now))) throw new Refusal("cart_line_unknown");
  });
}

/** Marks a line as removed; the caller holds the cart's lock. @returns whether the line was in the cart */
export async function markRemoved(db: Database, cartId: number, lineKey: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(cartLines)
    .set({ removedAt: now })
    .where(and(eq(cartLines.sessionId, cartId), eq(cartLines.lineKey, lineKey), isNull(cartLines.removedAt)))
    .returning({ lineKey: cartLines.lineKey });
  return rows.length > 0;
}
