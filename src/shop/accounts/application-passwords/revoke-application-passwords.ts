import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { recordAction } from "../../audit/audit-log.ts";
import { Refusal } from "../../refusal.ts";

/** Revokes one of a user's application passwords, at once. @throws Refusal application_password_unknown */
export async function revokeApplicationPassword(db: Database, userId: number, uuid: string): Promise<void> {
  const revoked = await revoke(db, userId, sql`uuid::text = lower(${uuid})`);
  if (revoked === 0) throw new Refusal("application_password_unknown");
}

/** Revokes all application passwords of a user. @returns how many */
export async function revokeAllApplicationPasswords(db: Database, userId: number): Promise<number> {
  return revoke(db, userId, sql`true`);
}

async function revoke(db: Database, userId: number, which: SQL): Promise<number> {
  return inTransaction(db, async (db) => {
    const { rows } = await db.execute<{ uuid: string; name: string }>(
      sql`delete from application_passwords where user_id = ${userId} and ${which} returning uuid::text as uuid, name`,
    );
    for (const row of rows) await recordApplicationPassword(db, "application password revoked", userId, row);
    return rows.length;
  });
}

/** Writes to the audit log what happened to an application password. */
export async function recordApplicationPassword(
  db: Database,
  action: string,
  userId: number,
  after: { uuid: string; name: string },
): Promise<void> {
  await recordAction(db, { action, subject: String(userId), after });
}
