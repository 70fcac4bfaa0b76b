import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { orders } from "#db/tables/carts-and-orders.ts";

/** Marks an order as reported to analytics. @returns true for the first call only, even if calls are concurrent */
export async function tellPurchase(db: Database, id: number, now: Date): Promise<boolean> {
  const told = await db
    .update(orders)
    .set({ purchaseToldAt: now })
    .where(and(eq(orders.id, id), isNull(orders.purchaseToldAt)))
    .returning({ id: orders.id });
  return told.length > 0;
}
