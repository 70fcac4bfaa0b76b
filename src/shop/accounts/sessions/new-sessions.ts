import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";

/** How long (s) guests' sessions live: usually, and before their second request. */
export interface GuestLives {
  guestSeconds: number;
  newSeconds: number;
}

/** Lets the sessions that had one request live as long as others. Sessions that are gone are left out. */
export async function confirmSessions(
  db: Database,
  ids: readonly number[],
  { guestSeconds, newSeconds }: GuestLives,
  now: Date,
): Promise<void> {
  const expiry = new Date(now.getTime() + guestSeconds * 1000).toISOString();
  // In the order of ids, so that two such statements cannot deadlock.
  await executeNamed(
    db,
    "confirm_sessions",
    sql`with held as (select id from sessions where id = any(${listOf(ids)}::bigint[]) and ${isNew(newSeconds)}
        order by id for update)
      update sessions set expires_at = greatest(expires_at, ${expiry}::timestamptz) from held where sessions.id = held.id`,
  );
}

/** Deletes the sessions, with their carts, that still had one request only. Those in use are skipped. */
export async function deleteNewSessions(
  db: Database,
  ids: readonly number[],
  { newSeconds }: Pick<GuestLives, "newSeconds">,
): Promise<void> {
  await executeNamed(
    db,
    "delete_new_sessions",
    sql`delete from sessions where id in (select id from sessions
      where id = any(${listOf(ids)}::bigint[]) and ${isNew(newSeconds)} order by id for update skip locked)`,
  );
}

const isNew = (newSeconds: number) =>
  sql`user_id is null and expires_at <= renewed_at + make_interval(secs => ${newSeconds}::integer)`;

/** Returns ids as PostgreSQL reads an array. */
function listOf(ids: readonly number[]): string {
  return `{${ids.join(",")}}`;
}
