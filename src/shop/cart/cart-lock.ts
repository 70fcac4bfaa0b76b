import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";

/**
 * Runs `work` in a transaction that holds the session's cart alone: adds, changes and checkouts of the same cart wait for
 * one another, carts of others do not. What `work` reads is what the one before it committed.
 */
export async function withCartLocked<T>(
  db: Database,
  sessionId: number,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (db) => {
    await db.execute(sql`select 1 from sessions where id = ${sessionId} for no key update`);
    return work(db);
  });
}
