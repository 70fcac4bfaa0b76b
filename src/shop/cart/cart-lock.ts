import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { holdCart } from "../accounts/sessions/hold-cart.ts";

/**
 * Runs `work` in a transaction that holds the session's cart alone, with the id under which its lines are kept: adds, changes
 * and checkouts of the same cart wait for one another, carts of others do not. What `work` reads is what the one before it
 * committed. Of a session that is gone it finds an empty cart.
 */
export async function withCartLocked<T>(
  db: Database,
  sessionId: number,
  now: Date,
  work: (db: Database, cartId: number) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (db) => work(db, (await holdCart(db, sessionId, now)) ?? sessionId));
}
