import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { eventually } from "./eventually.ts";

/** Returns when exactly so many statements of this database wait for a lock: what was begun has come as far as it can. */
export function untilWaiting(db: Database, statements: number): Promise<void> {
  return eventually(async () => {
    const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    if (rows[0]?.count !== statements) throw new Error(`${rows[0]?.count} statements wait, and not ${statements}`);
  });
}
