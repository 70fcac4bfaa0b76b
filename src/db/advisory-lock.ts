import { setTimeout } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { inTransaction } from "./transaction.ts";

/** The lock of the builds' files in the shared storage: "assets" as ASCII, which nothing else locks. */
export const assetsLock = 0x617373657473;

/** How long (ms) to wait for a lock, and between two tries. */
const waitMs = 10 * 60_000;
const pauseMs = 200;

/**
 * Does `work` while holding a shared lock; waits while another process holds it exclusively. Polls for it, because a statement
 * that waits for minutes looks like a silent database.
 * @throws if it is held exclusively for ten minutes
 */
export async function withSharedLock(db: Database, lock: number, work: () => Promise<void>): Promise<void> {
  await inTransaction(db, async (db) => {
    await db.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    for (let waited = 0; !(await takesShared(db, lock)); waited += pauseMs) {
      if (waited >= waitMs) throw new Error("The lock of the builds' files was not given back for ten minutes");
      await setTimeout(pauseMs);
    }
    await work();
  });
}

async function takesShared(db: Database, lock: number): Promise<boolean> {
  const { rows } = await db.execute<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock_shared(${lock}) as taken`);
  return rows[0]?.taken === true;
}

/** Does `work` while holding the lock exclusively; does nothing if it is taken. @returns whether it did */
export async function unlessLocked(db: Database, lock: number, work: () => Promise<void>): Promise<boolean> {
  return inTransaction(db, async (db) => {
    await db.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    const { rows } = await db.execute<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(${lock}) as taken`);
    if (!rows[0]?.taken) return false;
    await work();
    return true;
  });
}
