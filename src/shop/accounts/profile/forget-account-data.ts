import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { savedFormMinutes } from "../saved-forms.ts";

/** How long (days) an unused browser is remembered. */
const deviceDays = 365;

/**
 * Deletes at most `limit` rows of each kind of expired data: unconfirmed registrations, links, rate-limit counts, saved
 * forms, and browsers not used for a year. @returns the highest number deleted of one kind
 */
export async function deleteExpiredAccountData(db: Database, now: Date, limit: number): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const hasExpired = sql`expires_at <= ${at}`;
  const counts = [
    await deleteSome(db, sql`registrations`, sql`id`, hasExpired, limit),
    await deleteSome(db, sql`mail_tokens`, sql`token_hash`, hasExpired, limit),
    await deleteSome(db, sql`rate_limits`, sql`key`, hasExpired, limit),
    await deleteSome(
      db,
      sql`saved_forms`,
      sql`session_id`,
      sql`saved_at <= ${at} - interval '1 minute' * ${savedFormMinutes}`,
      limit,
    ),
    await deleteSome(
      db,
      sql`known_devices`,
      sql`token_hash`,
      sql`seen_at <= ${at} - interval '1 day' * ${deviceDays}`,
      limit,
    ),
  ];
  return Math.max(...counts);
}

async function deleteSome(db: Database, table: SQL, key: SQL, which: SQL, limit: number): Promise<number> {
  const { rowCount } = await db.execute(
    sql`delete from ${table} where ${key} in (select ${key} from ${table} where ${which} limit ${limit})`,
  );
  return rowCount ?? 0;
}
