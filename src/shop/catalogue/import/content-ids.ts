import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";

/**
 * Moves the sequence of ids behind `largest`, so that no new product, page or picture is given an ID that an import keeps.
 * The margin covers those who take an id while this one is being moved.
 */
export async function reserveIds(db: Database, largest: number): Promise<void> {
  await db.execute(
    sql`select setval('content_ids', ${largest + 1000}) from content_ids where last_value <= ${largest}`,
  );
}
