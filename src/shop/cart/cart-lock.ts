import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { lockCart } from "../accounts/sessions/lock-cart.ts";

/**
 * Runs `work` in a transaction that holds the lock on the session's cart, and passes the id that owns the cart's lines.
 * Changes and checkouts of the same cart run one after another, each seeing what the previous one committed. For a
 * session that has ended, the cart is empty.
 */
export async function withCartLocked<T>(
  db: Database,
  sessionId: number,
  now: Date,
  work: (db: Database, cartId: number) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (db) => work(db, (await lockCart(db, sessionId, now)) ?? sessionId));
}
