import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { cartLines } from "#db/tables/carts-and-orders.ts";

/**
 * The parts of a statement's WITH that take everything out of a held cart for good, lines that wait for an undo, coupons and
 * where it was to go included, and have another cart begin.
 */
export function emptyingCart(cartId: number): SQL {
  return sql`emptied_coupons as (delete from cart_coupons where session_id = ${cartId}),
    emptied_deliveries as (delete from cart_deliveries where session_id = ${cartId}),
    emptied_lines as (delete from cart_lines where session_id = ${cartId}),
    begun as (update sessions set cart_version = gen_random_uuid() where id = ${cartId})`;
}

/** Takes lines out of a held cart for good, without an undo: what is no longer sold. */
export async function dropLines(db: Database, cartId: number, lineKeys: readonly string[]): Promise<void> {
  if (lineKeys.length === 0) return;
  await db.delete(cartLines).where(and(eq(cartLines.sessionId, cartId), inArray(cartLines.lineKey, [...lineKeys])));
}
