import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";

/**
 * Moves the id sequence past `largest`, so that no new product, page or picture gets an id that an import keeps. The
 * margin covers ids taken while the sequence is being moved.
 */
export async function reserveIds(db: Database, largest: number): Promise<void> {
  await db.execute(
    sql`select setval('content_ids', ${largest + 1000}) from content_ids where last_value <= ${largest}`,
  );
}
