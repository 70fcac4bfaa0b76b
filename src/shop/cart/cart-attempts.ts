import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";

/** How long (ms) an add's idempotency key is remembered. */
const attemptLifetimeMs = 24 * 3_600_000;

/**
 * Deletes at most `limit` expired idempotency keys of adds. @returns the number deleted; fewer than `limit` when none
 * are left
 */
export async function deleteOldAttempts(db: Database, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - attemptLifetimeMs).toISOString();
  const { rowCount } = await db.execute(sql`delete from cart_attempts where (session_id, attempt) in (
    select session_id, attempt from cart_attempts where made_at < ${before} order by made_at limit ${limit}
    for update skip locked)`);
  return rowCount ?? 0;
}
