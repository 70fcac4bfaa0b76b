import { and, eq, isNotNull } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { cartLines } from "#db/tables/carts-and-orders.ts";
import { Refusal } from "../refusal.ts";
import { withCartLocked } from "./cart-lock.ts";

/**
 * Puts a removed line back where it stood, with the quantity that it had; limits are judged when the cart is next read.
 * @throws Refusal cart_line_unknown when no removed line has this key.
 */
export async function restoreLine(db: Database, sessionId: number, lineKey: string, now: Date): Promise<void> {
  await withCartLocked(db, sessionId, now, async (db, cartId) => {
    const rows = await db
      .update(cartLines)
      .set({ removedAt: null })
      .where(and(eq(cartLines.sessionId, cartId), eq(cartLines.lineKey, lineKey), isNotNull(cartLines.removedAt)))
      .returning({ lineKey: cartLines.lineKey });
    if (rows.length === 0) throw new Refusal("cart_line_unknown");
  });
}
