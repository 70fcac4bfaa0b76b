import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { cartLines, sessions } from "#db/tables/carts-and-orders.ts";
import { products } from "#db/tables/catalogue.ts";
import { cartDeliveries } from "#db/tables/delivery.ts";

/** Lists everything in a user's cart, including removed lines that can be restored; oldest first. */
export function listUserCartLines(db: Database, userId: number) {
  return db
    .select({
      product: products.name,
      choices: cartLines.attributes,
      quantity: cartLines.quantity,
      addedAt: cartLines.addedAt,
      removedAt: cartLines.removedAt,
    })
    .from(cartLines)
    .innerJoin(sessions, eq(sessions.id, cartLines.sessionId))
    .innerJoin(products, eq(products.id, cartLines.productId))
    .where(eq(sessions.userId, userId))
    .orderBy(asc(cartLines.sessionId), sql`cart_lines.line_number`);
}

/** Lists the destination and methods chosen for a user's cart. */
export function listUserCartDeliveries(db: Database, userId: number) {
  const { country, state, city, postcode, methodId, paymentMethod } = cartDeliveries;
  return db
    .select({ country, state, city, postcode, methodId, paymentMethod })
    .from(cartDeliveries)
    .innerJoin(sessions, eq(sessions.id, cartDeliveries.sessionId))
    .where(eq(sessions.userId, userId))
    .orderBy(asc(cartDeliveries.sessionId));
}
