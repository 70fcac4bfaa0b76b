import { and, count, eq, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { cartLines } from "#db/tables/carts-and-orders.ts";
import { maxCartLines } from "../../accounts/sessions/cart-rules.ts";
import { Refusal } from "../../refusal.ts";
import { withCartLocked } from "../cart-lock.ts";
import { listCartLines } from "../carts.ts";
import { offeredLines } from "../totals/price-cart.ts";
import { allotStock } from "./allot-stock.ts";
import { markRemoved } from "./remove-line.ts";
import { type QuantityChange, writeQuantity } from "./set-quantity.ts";

/**
 * Restores a removed line at its old position and quantity, within the product's limits and the stock that other lines
 * leave; if nothing is left, the line stays removed.
 * @returns the resulting quantity; undefined for a product that is no longer sold, which leaves the cart when it is
 * next opened
 * @throws Refusal cart_line_unknown when no removed line has this key, cart_full
 */
export async function restoreLine(
  db: Database,
  sessionId: number,
  lineKey: string,
  now: Date,
): Promise<QuantityChange | undefined> {
  return withCartLocked(db, sessionId, now, async (db, cartId) => {
    const isOfCart = eq(cartLines.sessionId, cartId);
    const restored = await db
      .update(cartLines)
      .set({ removedAt: null })
      .where(and(isOfCart, eq(cartLines.lineKey, lineKey), isNotNull(cartLines.removedAt)))
      .returning({ lineKey: cartLines.lineKey });
    if (restored.length === 0) throw new Refusal("cart_line_unknown");
    const [held] = await db
      .select({ lines: count() })
      .from(cartLines)
      .where(and(isOfCart, isNull(cartLines.removedAt)));
    if ((held?.lines ?? 0) > maxCartLines) throw new Refusal("cart_full", { max: maxCartLines });
    return holdRestored(db, cartId, lineKey, now);
  });
}

/** Limits the restored line; the other lines keep their quantities. */
async function holdRestored(
  db: Database,
  cartId: number,
  lineKey: string,
  now: Date,
): Promise<QuantityChange | undefined> {
  const lines = offeredLines(await listCartLines(db, cartId), now).offered;
  const line = lines.find(({ key }) => key === lineKey);
  if (!line) return undefined;
  const before = lines.map((one) => (one === line ? { ...one, quantity: 0 } : one));
  const quantity = allotStock(before, new Map([[lineKey, line.quantity]])).get(lineKey) ?? 0;
  if (quantity === 0) await markRemoved(db, cartId, lineKey, now);
  else if (quantity !== line.quantity) await writeQuantity(db, cartId, lineKey, quantity);
  return { lineKey, name: line.name, before: 0, wanted: line.quantity, quantity };
}
