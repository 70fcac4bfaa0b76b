import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { cartLines } from "#db/tables/carts-and-orders.ts";

/** Takes everything out of a held cart for good, lines that wait for an undo, coupons and where it was to go included. */
export async function emptyCart(db: Database, cartId: number): Promise<void> {
  await db.execute(sql`with coupons as (delete from cart_coupons where session_id = ${cartId}),
    deliveries as (delete from cart_deliveries where session_id = ${cartId})
    delete from cart_lines where session_id = ${cartId}`);
}

/** Takes lines out of a held cart for good, without an undo: what is no longer sold. */
export async function dropLines(db: Database, cartId: number, lineKeys: readonly string[]): Promise<void> {
  if (lineKeys.length === 0) return;
  await db.delete(cartLines).where(and(eq(cartLines.sessionId, cartId), inArray(cartLines.lineKey, [...lineKeys])));
}
