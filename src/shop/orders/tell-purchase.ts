import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { orders } from "#db/tables/carts-and-orders.ts";

/** Notes that an order was told to those who count purchases. @returns whether it had not been: true once, however many ask at once */
export async function tellPurchase(db: Database, id: number, now: Date): Promise<boolean> {
  const told = await db
    .update(orders)
    .set({ purchaseToldAt: now })
    .where(and(eq(orders.id, id), isNull(orders.purchaseToldAt)))
    .returning({ id: orders.id });
  return told.length > 0;
}
