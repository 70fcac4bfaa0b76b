import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { cartLines } from "#db/tables/carts-and-orders.ts";

/** Takes everything out of the session's cart for good, lines that wait for an undo and coupons included. */
export async function emptyCart(db: Database, sessionId: number): Promise<void> {
  await db.execute(sql`with coupons as (delete from cart_coupons where session_id = ${sessionId})
    delete from cart_lines where session_id = ${sessionId}`);
}

/** Takes lines out for good, without an undo: what is no longer sold. */
export async function dropLines(db: Database, sessionId: number, lineKeys: readonly string[]): Promise<void> {
  if (lineKeys.length === 0) return;
  await db.delete(cartLines).where(and(eq(cartLines.sessionId, sessionId), inArray(cartLines.lineKey, [...lineKeys])));
}
