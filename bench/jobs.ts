import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { openDatabase } from "#db/open.ts";
import type { Shop } from "./shop.ts";

/**
 * Waits until a shop that runs has no job left: the pictures of one that was just filled are made by jobs, on all cores.
 * @returns after how long, in s; @throws after a minute
 */
export async function untilDrained({ dataDir }: Shop): Promise<number> {
  const database = await openDatabase({ dataDir, databaseUrl: null, connections: 1, log: () => {} });
  const began = performance.now();
  try {
    for (;;) {
      const { rows } = await database.db.execute<{ left: number }>(
        sql`select count(*)::int as left from graphile_worker._private_jobs where attempts < max_attempts`,
      );
      const seconds = (performance.now() - began) / 1000;
      if (rows[0]?.left === 0) return seconds;
      if (seconds > 60) throw new Error(`${rows[0]?.left} jobs are left after a minute`);
      await delay(20);
    }
  } finally {
    await database.close();
  }
}
