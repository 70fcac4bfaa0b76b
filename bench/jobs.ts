import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { openDatabase } from "#db/open.ts";
import type { Shop } from "./shop.ts";

/**
 * Waits until a running shop has no jobs left. After the demo import, jobs make picture renditions on all cores.
 * @returns the seconds that it took
 * @throws Error after a minute
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
      if (seconds > 60) throw new Error(`${rows[0]?.left} jobs are still queued after a minute`);
      await delay(20);
    }
  } finally {
    await database.close();
  }
}
