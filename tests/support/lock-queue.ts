import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { eventually } from "./eventually.ts";

/** Waits until exactly this many statements in the database are waiting for a lock. */
export function untilWaiting(db: Database, statements: number): Promise<void> {
  return eventually(async () => {
    const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    if (rows[0]?.count !== statements)
      throw new Error(`${rows[0]?.count} statements are waiting, expected ${statements}`);
  });
}
