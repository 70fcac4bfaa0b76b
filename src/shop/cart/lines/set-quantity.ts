import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { cartLines } from "#db/tables/carts-and-orders.ts";
import { withCartLocked } from "../cart-lock.ts";
import { listCartLines } from "../carts.ts";
import { offeredLines } from "../totals/price-cart.ts";
import { allotStock } from "./allot-stock.ts";
import { markRemoved } from "./remove-line.ts";

/** What became of a wish for another quantity. */
export interface QuantityChange {
  lineKey: string;
  name: string;
  before: number;
  wanted: number;
  /** What the line holds now; 0: it is gone. Less than wanted when the stock or the product's limits do not allow more. */
  quantity: number;
}

/**
 * Sets quantities, held to what is in stock and to the products' limits; zero or less removes a line, and so does a
 * stock that has not the fewest left that the product is sold in. Keys that the cart does not hold are passed over. @returns the changes in the cart's order
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
      const wish = wanted.get(key);
      if (wish === undefined) continue;
      const quantity = allowed.get(key) ?? 0;
      if (quantity === 0) await markRemoved(db, cartId, key, now);
      else if (quantity !== before) await writeQuantity(db, cartId, key, quantity);
      changes.push({ lineKey: key, name, before, wanted: wish, quantity });
    }
    return changes;
  });
}

/** The write behind a change of quantity, for whoever holds the cart. */
export async function writeQuantity(db: Database, cartId: number, lineKey: string, quantity: number): Promise<void> {
  await db
    .update(cartLines)
    .set({ quantity: sql`${quantity}` })
    .where(and(eq(cartLines.sessionId, cartId), eq(cartLines.lineKey, lineKey)));
}
