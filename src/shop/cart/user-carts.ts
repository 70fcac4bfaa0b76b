import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { cartLines, sessions } from "#db/tables/carts-and-orders.ts";
import { products } from "#db/tables/catalogue.ts";
import { cartDeliveries } from "#db/tables/delivery.ts";

/** All that lies in somebody's cart, lines that wait to be put back included; oldest first. */
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

/** Where somebody's cart goes and how, as far as he has said. */
export function listUserCartDeliveries(db: Database, userId: number) {
  const { country, state, city, postcode, methodId, paymentMethod } = cartDeliveries;
  return db
    .select({ country, state, city, postcode, methodId, paymentMethod })
    .from(cartDeliveries)
    .innerJoin(sessions, eq(sessions.id, cartDeliveries.sessionId))
    .where(eq(sessions.userId, userId))
    .orderBy(asc(cartDeliveries.sessionId));
}
