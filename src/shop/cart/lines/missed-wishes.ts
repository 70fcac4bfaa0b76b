import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { cartLines } from "#db/tables/carts-and-orders.ts";
import type { QuantityChange } from "./set-quantity.ts";

/**
 * Whether a form of all lines asked for a quantity that no line holds now, in one statement where it named a line that did not
 * change. It is silent of what was not asked for by the shopper: a line that was taken out with the quantity that the form
 * still showed; and of a line that is there but no longer sold, since whoever opens the cart next is told that.
 */
export async function hasMissedWish(
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
