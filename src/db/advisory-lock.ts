import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { inTransaction } from "./transaction.ts";

/** The lock of the builds' files in the shared storage: "assets" as ASCII, which nothing else locks. */
export const assetsLock = 0x617373657473;

/** How long (ms) to wait for a lock. */
const lockTimeoutMs = 10 * 60_000;

/** Does `work` with the lock held together with others that share it; waits while somebody holds it alone. */
export async function withSharedLock(db: Database, lock: number, work: () => Promise<void>): Promise<void> {
  await inTransaction(db, async (db) => {
    await db.execute(sql`select set_config('idle_in_transaction_session_timeout', '0', true),
      set_config('statement_timeout', ${String(lockTimeoutMs)}, true)`);
    await db.execute(sql`select pg_advisory_xact_lock_shared(${lock})`);
    await work();
  });
}

/** Does `work` with the lock held alone; does nothing if it is taken. @returns whether it did */
export async function unlessLocked(db: Database, lock: number, work: () => Promise<void>): Promise<boolean> {
  return inTransaction(db, async (db) => {
    await db.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    const { rows } = await db.execute<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(${lock}) as taken`);
    if (!rows[0]?.taken) return false;
    await work();
    return true;
  });
}
