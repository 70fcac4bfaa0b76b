import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";

/** How long (ms) a call that is made again counts once: nobody tries the same add for a day. */
const attemptLife = 24 * 3_600_000;

/** Deletes at most `limit` marks of adds that nobody makes again. @returns how many; fewer than `limit`: all. */
export async function deleteOldAttempts(db: Database, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - attemptLife).toISOString();
  const { rowCount } = await db.execute(sql`delete from cart_attempts where (session_id, attempt) in (
    select session_id, attempt from cart_attempts where made_at < ${before} order by made_at limit ${limit}
    for update skip locked)`);
  return rowCount ?? 0;
}
