import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { cartLines } from "#db/tables/carts-and-orders.ts";
import { withCartLocked } from "./cart-lock.ts";
import { listCartLines } from "./carts.ts";
import { type OfferedLine, offeredLines, roomPerLine } from "./price-cart.ts";
import { clampQuantity, lowestQuantity } from "./quantity.rules.ts";
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
 * Sets quantities, held to what is in stock and to the products' limits; zero or less removes a line, as does less than the
 * product is sold in. Keys that the cart does not hold are passed over. @returns the changes in the cart's order
 */
export async function setQuantities(
  db: Database,
  sessionId: number,
  wanted: ReadonlyMap<string, number>,
  now: Date,
): Promise<QuantityChange[]> {
  return withCartLocked(db, sessionId, async (db) => {
    const lines = offeredLines(await listCartLines(db, sessionId), now).offered;
    const changes = new Map<string, QuantityChange>();
    // What some lines give back of a stock, others that take from it may have.
    const shrinking = (line: OfferedLine) => (wanted.get(line.key) ?? 0) < line.quantity;
    for (const line of [...lines.filter(shrinking), ...lines.filter((one) => !shrinking(one))]) {
      const wish = wanted.get(line.key);
      if (wish !== undefined) changes.set(line.key, await changeLine(db, sessionId, line, lines, wish, now));
    }
    return lines.flatMap((line) => changes.get(line.key) ?? []);
  });
}

/** Changes one line and writes its new quantity into `line`, so that the lines after it see the room that is left. */
async function changeLine(
  db: Database,
  sessionId: number,
  line: OfferedLine,
  lines: readonly OfferedLine[],
  wanted: number,
  now: Date,
): Promise<QuantityChange> {
  const before = line.quantity;
  const room = roomPerLine(lines).get(line.key) ?? Number.POSITIVE_INFINITY;
  const quantity = room < lowestQuantity(line.offer) ? 0 : Math.min(clampQuantity(wanted, line.offer), room);
  if (quantity === 0) await markRemoved(db, sessionId, line.key, now);
  else if (quantity !== before) await writeQuantity(db, sessionId, line.key, quantity);
  line.quantity = quantity;
  return { lineKey: line.key, name: line.name, before, wanted, quantity };
}

async function writeQuantity(db: Database, sessionId: number, lineKey: string, quantity: number): Promise<void> {
  await db
    .update(cartLines)
    .set({ quantity: sql`${quantity}` })
    .where(and(eq(cartLines.sessionId, sessionId), eq(cartLines.lineKey, lineKey)));
}
