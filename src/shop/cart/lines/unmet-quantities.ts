import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { cartLines } from "#db/tables/carts-and-orders.ts";
import type { QuantityChange } from "./set-quantity.ts";

/**
 * Returns whether a form with all quantities requested one that its line does not have now; one statement if the form
 * includes an unchanged line. Ignores quantities that the shopper did not request: lines that were removed while the
 * form still showed them, and lines that are no longer sold, which the next cart page reports.
 */
export async function hasUnmetQuantity(
  db: Database,
  sessionId: number,
  wanted: ReadonlyMap<string, number>,
  changes: readonly QuantityChange[],
): Promise<boolean> {
  const known = new Set(changes.map(({ lineKey }) => lineKey));
  const missed = [...wanted].filter(([key, quantity]) => quantity > 0 && !known.has(key));
  if (missed.length === 0) return false;
  const keys = missed.map(([key]) => key);
  const rows = await db
    .select({ key: cartLines.lineKey, quantity: cartLines.quantity, removedAt: cartLines.removedAt })
    .from(cartLines)
    .where(and(eq(cartLines.sessionId, sql`cart_of(${sessionId})`), inArray(cartLines.lineKey, keys)));
  const rowOf = new Map(rows.map((row) => [row.key, row]));
  return missed.some(([key, quantity]) => {
    const row = rowOf.get(key);
    return !row || (row.removedAt !== null && row.quantity !== quantity);
  });
}
