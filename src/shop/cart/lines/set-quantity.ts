import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { cartLines } from "#db/tables/carts-and-orders.ts";
import { withCartLocked } from "../cart-lock.ts";
import { listCartLines } from "../carts.ts";
import { offeredLines } from "../totals/price-cart.ts";
import { allotStock } from "./allot-stock.ts";
import { markRemoved } from "./remove-line.ts";

/** The result of a quantity change. */
export interface QuantityChange {
  lineKey: string;
  name: string;
  before: number;
  wanted: number;
  /** The resulting quantity; 0: the line was removed. Less than wanted if stock or limits do not allow more. */
  quantity: number;
}

/**
 * Sets quantities within stock and product limits. A line is removed by zero or less, or if the stock is below its
 * minimum quantity. Ignores unknown keys. @returns the changes in the cart's order
 */
export async function setQuantities(
  db: Database,
  sessionId: number,
  wanted: ReadonlyMap<string, number>,
  now: Date,
): Promise<QuantityChange[]> {
  return withCartLocked(db, sessionId, now, async (db, cartId) => {
    const lines = offeredLines(await listCartLines(db, cartId), now).offered;
    const allowed = allotStock(lines, wanted);
    const changes: QuantityChange[] = [];
    for (const { key, name, quantity: before } of lines) {
      const requested = wanted.get(key);
      if (requested === undefined) continue;
      const quantity = allowed.get(key) ?? 0;
      if (quantity === 0) await markRemoved(db, cartId, key, now);
      else if (quantity !== before) await writeQuantity(db, cartId, key, quantity);
      changes.push({ lineKey: key, name, before, wanted: requested, quantity });
    }
    return changes;
  });
}

/** Writes a line's quantity; the caller holds the cart's lock. */
export async function writeQuantity(db: Database, cartId: number, lineKey: string, quantity: number): Promise<void> {
  await db
    .update(cartLines)
    .set({ quantity: sql`${quantity}` })
    .where(and(eq(cartLines.sessionId, cartId), eq(cartLines.lineKey, lineKey)));
}
