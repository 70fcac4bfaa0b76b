import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { cartDeliveries } from "#db/tables/delivery.ts";
import type { DeliveryWish } from "../delivery/destination.ts";
import { withCartLocked } from "./cart-lock.ts";

/**
 * Keeps where a session's cart goes, how it is brought and how it is paid; what `said` leaves out stays as it was. Places are
 * those that `readDestination` gives. Nothing for a session that has ended.
 */
export async function keepCartDelivery(
  db: Database,
  sessionId: number,
  said: Partial<DeliveryWish>,
  now: Date,
): Promise<void> {
  const { destination, methodId, paymentMethodId } = said;
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
