import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { cartLines } from "#db/tables/carts-and-orders.ts";

/** Takes everything out of the session's cart for good, lines that wait for an undo included. */
export async function emptyCart(db: Database, sessionId: number): Promise<void> {
  await db.delete(cartLines).where(eq(cartLines.sessionId, sessionId));
}

/** Takes lines out for good, without an undo: what is no longer sold. */
export async function dropLines(db: Database, sessionId: number, lineKeys: readonly string[]): Promise<void> {
  if (lineKeys.length === 0) return;
  await db.delete(cartLines).where(and(eq(cartLines.sessionId, sessionId), inArray(cartLines.lineKey, [...lineKeys])));
}
