import { and, eq, gt } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { orders } from "#db/tables/carts-and-orders.ts";

/** Returns whether a session has placed an order after a moment. */
export async function hasOrderedSince(db: Database, sessionId: number, moment: Date): Promise<boolean> {
  const placed = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.sessionId, sessionId), gt(orders.createdAt, moment)))
    .limit(1);
  return placed.length > 0;
}
