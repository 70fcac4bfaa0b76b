import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { Attribution } from "../../attribution/attribution.rules.ts";

/** Stores where a new session's visitor came from, unless the session already knows. */
export async function storeLanding(db: Database, sessionId: number, landing: Attribution): Promise<void> {
  await db.execute(sql`update sessions set landing = ${JSON.stringify(landing)}::jsonb
    where id = ${sessionId} and landing is null`);
}
