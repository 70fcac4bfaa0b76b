import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { cartLines } from "#db/tables/carts-and-orders.ts";

/**
 * Returns the parts of a statement's WITH that permanently empty a locked cart (removed lines, coupons and destination
 * included) and start a new cart.
 */
export function emptyingCart(cartId: number): SQL {
  return sql`emptied_coupons as (delete from cart_coupons where session_id = ${cartId}),
    emptied_deliveries as (delete from cart_deliveries where session_id = ${cartId}),
    emptied_lines as (delete from cart_lines where session_id = ${cartId}),
    begun as (update sessions set cart_version = gen_random_uuid() where id = ${cartId})`;
}

/** Permanently deletes lines of a locked cart, without undo, because they are no longer sold. */
export async function dropLines(db: Database, cartId: number, lineKeys: readonly string[]): Promise<void> {
  if (lineKeys.length === 0) return;
  await db.delete(cartLines).where(and(eq(cartLines.sessionId, cartId), inArray(cartLines.lineKey, [...lineKeys])));
}
