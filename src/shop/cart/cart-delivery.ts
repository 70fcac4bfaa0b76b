import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { cartDeliveries } from "#db/tables/delivery.ts";
import type { DeliveryChoice } from "../delivery/destination.ts";
import { withCartLocked } from "./cart-lock.ts";

/**
 * Saves the destination, delivery method and payment method of a session's cart; keeps what `choice` leaves out. Places
 * must come from `readDestination`. Does nothing for a session that has ended.
 */
export async function saveCartDelivery(
  db: Database,
  sessionId: number,
  choice: Partial<DeliveryChoice>,
  now: Date,
): Promise<void> {
  const { destination, methodId, paymentMethodId } = choice;
  const given = {
    ...destination,
    ...(methodId && { methodId }),
    ...(paymentMethodId && { paymentMethod: paymentMethodId }),
  };
  if (Object.keys(given).length === 0) return;
  await withCartLocked(db, sessionId, now, async (db, cartId) => {
    const { rows } = await db.execute(sql`select from sessions where id = ${cartId}`);
    if (rows.length === 0) return;
    const row = { sessionId: cartId, ...given };
    await db.insert(cartDeliveries).values(row).onConflictDoUpdate({ target: cartDeliveries.sessionId, set: given });
  });
}
