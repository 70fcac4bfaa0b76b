import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";
import { type Session, selectSession } from "../accounts/sessions.ts";
import type { StoredLine } from "./stored-lines.ts";

/** A session with the lines of its cart. */
export type SessionCart = Session & { lines: StoredLine[] };

/** What `findSession` finds and what `listStoredLines` reads, in one statement. */
export async function findSessionCart(db: Database, tokenHash: Buffer, now: Date): Promise<SessionCart | undefined> {
  const lines = sql<StoredLine[]>`cart_lines_json(coalesce((select shelf.id from sessions shelf
    where shelf.user_id = sessions.user_id and shelf.parked_at is not null), sessions.id))`;
  const query = prepared(db, "find_session_cart", (db, name) => selectSession(db, { lines }).prepare(name));
  const [session] = await query.execute({ tokenHash, now });
  return session;
}
